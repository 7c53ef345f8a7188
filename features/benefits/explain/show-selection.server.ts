import { londonDate, showDate } from '../../../contract/dates.ts'
import { showPence } from '../../../contract/money.ts'
import { paragraph, textTable } from '../../../platform/text-table.ts'
import { historyOf } from '../history.server.ts'
import { planDetailsOf } from '../plan-details.rules.ts'
import { riseInWords } from '../rises/rise-ahead.server.ts'
import { selectionMessages } from '../selection.messages.ts'
import type { SelectionVersion } from '../selection.rules.ts'
import type { Explained } from './explained.server.ts'
import { explainMessages as say } from './explain.messages.ts'

/** What was chosen, and every version of it; then what pay takes for it. */
export function selectionText({ standing, versions }: Explained): string {
  const { selection, benefit } = standing
  if (!selection) return `${say.selection}\n  ${say.neverChosen}`
  const shown = selection.running ?? selection.newest
  const details = planDetailsOf(benefit.definition, shown.choice)
  const from = selection.running?.effectiveFrom
  const rise = selection.running && from && riseInWords(standing, { choice: selection.running.choice, from })
  const covered = shown.peopleCovered.map(({ name }) => name)
  const happened = new Map(historyOf(benefit.definition, versions).map(({ version, what }) => [version, what]))
  return [
    say.selection,
    paragraph(say.state(selectionMessages.status[selection.state], selection.runningVersion)),
    ...(details.length > 0
      ? [
          textTable(
            details.map(({ label, value }) => [label, value]),
            [{}, {}],
          ),
        ]
      : []),
    ...(rise ? [paragraph(rise)] : []),
    ...(covered.length > 0 ? [paragraph(say.covered(covered.join(', ')))] : []),
    textTable(
      [[...say.versions], ...versions.map((version) => versionRow(version, happened.get(version.version) ?? ''))],
      [{ right: true }, {}, {}, {}, { most: 14 }, { most: 22 }, { right: true }, { right: true }],
    ),
    paragraph(say.aMonth),
  ].join('\n')
}

function versionRow(version: SelectionVersion, happened: string): string[] {
  const { recordedAt, effectiveFrom, effectiveTo, state, price } = version
  return [
    String(version.version),
    showDate(londonDate(new Date(recordedAt))),
    effectiveFrom === null ? say.nothing : showDate(effectiveFrom),
    effectiveTo === null ? say.nothing : showDate(effectiveTo),
    selectionMessages.status[state],
    happened,
    price ? showPence(BigInt(price.employeeMonthly)) : say.nothing,
    price ? showPence(BigInt(price.employerMonthly)) : say.nothing,
  ]
}

/** What pay takes in each period; what is fixed stays as it is. */
export function deductionsText({ deductions }: Pick<Explained, 'deductions'>): string {
  if (deductions.length === 0) return `${say.deductions}\n  ${say.noDeductions}`
  const labels = new Map(deductions.map(({ periodId, period }) => [periodId, period?.label]))
  const sum = (side: 'employee' | 'employer') => showPence(deductions.reduce((all, line) => all + line[side], 0n))
  const rows = deductions.map(({ period, payCode, version, employee, employer, originalPeriodId }) => [
    period?.label ?? say.nothing,
    period ? showDate(period.payOn) : say.nothing,
    payCode,
    String(version),
    showPence(employee),
    showPence(employer),
    [
      ...(originalPeriodId === undefined ? [] : [say.adjustment(labels.get(originalPeriodId) ?? say.earlierPeriod)]),
      ...(period?.locked ? [say.locked] : []),
    ].join(', '),
  ])
  const table = textTable(
    [[...say.periods], ...rows, [say.total, '', '', '', sum('employee'), sum('employer'), '']],
    [{}, {}, {}, { right: true }, { right: true }, { right: true }, {}],
  )
  return `${say.deductions}\n${table}`
}
