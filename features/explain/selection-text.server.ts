import { londonDate, showDate, showShortDate } from '../../contract/dates.ts'
import { showPence } from '../../contract/money.ts'
import { paragraph, textTable } from '../../platform/text-table.ts'
import { historyOf } from '../selections/selection-history.server.ts'
import { planDetailsOf } from '../../domain/selections/plan-details.rules.ts'
import { increaseInWords } from '../../services/benefits/next-increase.server.ts'
import { selectionMessages } from '../../domain/selections/selection.messages.ts'
import type { SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import type { Explained } from './explanation.server.ts'
import { explainMessages as say } from './explain.messages.ts'

export function selectionText(explained: Explained): string {
  const { benefitStatus, knownThen, isAhead, versions } = explained
  const { selection, scheme } = benefitStatus
  const title = knownThen === null && !isAhead ? say.selection : say.selectionOn(showDate(scheme.today))
  if (!selection && (knownThen === null || versions.length === 0)) return `${title}\n  ${say.neverChosen}`
  const chosen = selection ? chosenText(explained, selection) : [paragraph(say.notChosenBy)]
  return [title, ...chosen, versionsText(explained)].join('\n')
}

function chosenText(explained: Explained, selection: SelectionWithVersions): string[] {
  const { benefitStatus, knownThen } = explained
  const { running, versionInForce } = selection
  const from = running?.effectiveFrom
  const rise = running && from && increaseInWords(benefitStatus, { choice: running.choice, from })
  const other = knownThen?.counted && knownThen.counted.version !== versionInForce ? knownThen.counted : null
  return [
    ...stateText(explained, selection),
    ...versionText(explained, running ?? selection.newest),
    ...(rise ? [paragraph(rise)] : []),
    ...(other ? [paragraph(say.asKnownThen(other.version)), ...versionText(explained, other)] : []),
  ]
}

function stateText({ knownThen, isAhead }: Explained, { state, versionInForce }: SelectionWithVersions): string[] {
  const status = selectionMessages.status[state]
  if (isAhead) return [paragraph(say.stateAhead(status, versionInForce))]
  if (knownThen === null) return [paragraph(say.state(status, versionInForce))]
  if (knownThen.versions === 0) return [paragraph(say.nothingThen(versionInForce))]
  return [
    paragraph(say.stateThen(status, versionInForce)),
    paragraph(say.knownVersions(knownThen.versions, knownThen.counted?.version ?? null)),
  ]
}

function versionText(
  { benefitStatus: { benefit } }: Explained,
  { choice, peopleCovered }: Pick<SelectionVersion, 'choice' | 'peopleCovered'>,
): string[] {
  const details = planDetailsOf(benefit.definition, choice).map(({ label, value }) => [label, value])
  const covered = peopleCovered.map(({ name }) => name)
  return [
    ...(details.length > 0 ? [textTable(details, [{}, {}])] : []),
    ...(covered.length > 0 ? [paragraph(say.covered(covered.join(', ')))] : []),
  ]
}

function versionsText({ benefitStatus: { benefit }, versions }: Explained): string {
  const happened = new Map(historyOf(benefit.definition, versions).map(({ version, what }) => [version, what]))
  const table = textTable(
    [[...say.versions], ...versions.map((version) => versionRow(version, happened.get(version.version) ?? ''))],
    [{ right: true }, {}, {}, {}, { most: 14 }, { most: 22 }, { right: true }, { right: true }],
  )
  return `${table}\n${paragraph(say.aMonth)}`
}

function versionRow(version: SelectionVersion, happened: string): string[] {
  const { recordedAt, effectiveFrom, effectiveTo, state, price } = version
  return [
    String(version.version),
    showShortDate(londonDate(new Date(recordedAt))),
    effectiveFrom === null ? say.nothing : showShortDate(effectiveFrom),
    effectiveTo === null ? say.nothing : showShortDate(effectiveTo),
    selectionMessages.status[state],
    happened,
    price ? showPence(BigInt(price.employeeMonthly)) : say.nothing,
    price ? showPence(BigInt(price.employerMonthly)) : say.nothing,
  ]
}

export function deductionsText({ deductions, benefitStatus, knownThen, isAhead }: Explained): string {
  const { today: on } = benefitStatus.scheme
  const isOfToday = knownThen === null && !isAhead
  const title = isOfToday ? say.deductions : say.deductionsNow
  if (deductions.length === 0) return `${title}\n  ${say.noDeductions}`
  const labels = new Map(deductions.map(({ periodId, period }) => [periodId, period?.label]))
  const sum = (side: 'employee' | 'employer') => showPence(deductions.reduce((all, line) => all + line[side], 0n))
  const rows = deductions.map(({ period, payCode, version, employee, employer, originalPeriodId }) => [
    period?.label ?? say.nothing,
    period ? showShortDate(period.payOn) : say.nothing,
    payCode,
    String(version),
    showPence(employee),
    showPence(employer),
    [
      ...(originalPeriodId === undefined ? [] : [say.adjustment(labels.get(originalPeriodId) ?? say.earlierPeriod)]),
      ...(period?.locked ? [say.locked] : []),
      ...(period && !isOfToday && period.startsOn <= on && on <= period.endsOn ? [say.thatDay] : []),
    ].join(', '),
  ])
  const table = textTable(
    [[...say.periods], ...rows, [say.total, '', '', '', sum('employee'), sum('employer'), '']],
    [{}, {}, {}, { right: true }, { right: true }, { right: true }, {}],
  )
  return `${title}\n${table}`
}
