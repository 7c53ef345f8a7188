import { addDays, isEarlier, type IsoDate } from '../../../contract/dates.ts'
import type { JsonLine } from '../../../platform/json-lines.ts'
import type { YamlFile } from '../../../platform/yaml-file.ts'
import type { BenefitDefinition } from '../../benefits/definition/definition.ts'
import { pastFaults } from '../../benefits/selections/past-selection.rules.ts'
import { resolveDay } from '../day.rules.ts'
import { faultOf, type SchemeFault } from '../faults.ts'
import type { SchemeYearFile } from '../format.ts'
import { nameOfRates } from '../records.rules.ts'
import type { HistoryKind, HistoryLine } from './history-format.ts'
import { payFaults } from './pay-checks.server.ts'
import type { History } from './read-history.server.ts'

/** The scheme that a history has to belong to. */
export type Around = {
  year: SchemeYearFile
  benefits: readonly YamlFile<BenefitDefinition>[]
  withdrawn: readonly YamlFile<BenefitDefinition>[]
  today: IsoDate
  readOn: IsoDate
}

/** What of a history refers to nobody and nothing, contradicts itself or could not have happened. */
export function checkHistory(history: History, around: Around): SchemeFault[] {
  return [
    ...standingTwice(history),
    ...strangers(history, around),
    ...idFaults(history, around),
    ...dateFaults(history, around),
    ...lifeEventFaults(history),
    ...selectionFaults(history),
    ...payFaults(history, around),
    ...fileFaults(history),
  ]
}

/** Of each kind, what there can be one of alone. */
function standingTwice({ lines }: History): SchemeFault[] {
  const once = <Kind extends HistoryKind>(kind: Kind, what: string, keyOf: (value: HistoryLine<Kind>) => string) => {
    const seen = new Map<string, JsonLine<unknown>>()
    // Read against the schema of this very kind.
    return (lines[kind] as JsonLine<HistoryLine<Kind>>[]).flatMap((line) => {
      const key = keyOf(line.value)
      const earlier = seen.get(key)
      if (earlier === undefined) {
        seen.set(key, line)
        return []
      }
      return [faultOf(line, `The ${what} already stands in ${earlier.file}:${earlier.line}`)]
    })
  }
  return [
    ...once('client', 'client', () => ''),
    ...once('ids', 'name', ({ of }) => of),
    ...once('ids', 'id', ({ id }) => id),
    ...once('people', 'address', ({ email }) => email),
    ...once('people', 'id', ({ id }) => id),
    ...once('family', 'id', ({ id }) => id),
    ...once('facts', 'id', ({ id }) => id),
    ...once('windows', 'id', ({ id }) => id),
    ...once('windows', 'code', ({ code }) => code),
    ...once('life-events', 'id', ({ id }) => id),
    ...once('life-events', 'life event', ({ person, kind, eventDate }) => [person, kind, eventDate].join(' ')),
    ...once('selections', 'id', ({ id }) => id),
    ...once('selections', 'selection', ({ person, benefit }) => `${person} ${benefit}`),
    ...once('benefit-terms', 'acceptance', ({ person, benefit, termId, version }) =>
      [person, benefit, termId, version].join(' '),
    ),
    ...once('periods', 'id', ({ id }) => id),
    ...once('periods', 'period', ({ period }) => period),
    ...once('deductions', 'id', ({ id }) => id),
    ...once('deductions', 'deduction', (one) =>
      [one.selection, one.period, one.originalPeriod, one.version, one.payCode, one.method].join(' '),
    ),
    ...once('runs', 'run', ({ period }) => period),
    ...once('run-lines', 'line', ({ period, number }) => `${period} ${number}`),
    ...once('reports', 'id', ({ id }) => id),
    ...once('reports', 'file', ({ file }) => file),
    ...once('statements', 'month', ({ person, group, year, month }) => [person, group, year, month].join(' ')),
  ]
}

/** Whoever and whatever a line names has to be there. */
function strangers({ lines }: History, { year, benefits, withdrawn }: Around): SchemeFault[] {
  const people = new Set(lines.people.map(({ value }) => value.email))
  const withDetails = new Set(
    lines.people.filter(({ value }) => value.details !== null).map(({ value }) => value.email),
  )
  const offered = [...benefits, ...withdrawn].map(({ value }) => value)
  const pots = year.pots.map(({ code }) => code)
  const codes = new Set([...offered.map(({ code }) => code), ...pots])
  const groups = new Set([...offered.map(({ groupCode }) => groupCode), ...pots])
  const payrolls = new Set(year.payrolls.map(({ code }) => code))
  const nobody = (line: JsonLine<unknown>, email: string | null) =>
    email === null || people.has(email)
      ? []
      : [faultOf(line, `${email} is not among the people of history/people.jsonl`)]
  const without = (line: JsonLine<{ person: string }>) => {
    const { person } = line.value
    if (!people.has(person)) return nobody(line, person)
    return withDetails.has(person) ? [] : [faultOf(line, `${person} is an account without details of a person`)]
  }
  const unknown = (line: JsonLine<{ benefit: string }>) =>
    codes.has(line.value.benefit) ? [] : [faultOf(line, `There is no benefit "${line.value.benefit}"`)]
  return [
    ...lines.people.flatMap((line) =>
      line.value.details === null && line.value.vouchers !== null
        ? [faultOf(line, 'Vouchers need the details of a person')]
        : [],
    ),
    ...[
      lines.family,
      lines.facts,
      lines.windows,
      lines['life-events'],
      lines.selections,
      lines['benefit-terms'],
      lines['run-lines'],
    ].flatMap((kind) => kind.flatMap((line: JsonLine<{ person: string }>) => without(line))),
    ...lines.statements.flatMap((line) => [
      ...without(line),
      ...(groups.has(line.value.group) ? [] : [faultOf(line, `No benefit belongs to the group "${line.value.group}"`)]),
    ]),
    ...lines.facts.flatMap((line) => [
      ...nobody(line, line.value.recordedBy),
      ...(line.value.fact === 'payroll' && line.value.value !== null && !payrolls.has(line.value.value)
        ? [faultOf(line, `There is no payroll "${line.value.value}"`)]
        : []),
    ]),
    ...lines.selections.flatMap((line) => [
      ...unknown(line),
      ...line.value.versions.flatMap(({ actor, decision }) => [
        ...nobody(line, actor),
        ...nobody(line, decision?.decidedBy ?? null),
      ]),
    ]),
    ...lines['benefit-terms'].flatMap(unknown),
    ...lines.windows.flatMap((line) =>
      (line.value.rules.benefits === 'all' ? [] : line.value.rules.benefits)
        .filter((one) => !codes.has(one))
        .map((one) => faultOf(line, `There is no benefit "${one}"`)),
    ),
    ...lines.runs.flatMap((line) => nobody(line, line.value.lockedBy)),
  ]
}

/** Ids are of what the folder makes, by the names under which it is made. */
function idFaults({ lines }: History, { year, benefits, withdrawn, today }: Around): SchemeFault[] {
  const made = new Set([
    `year ${resolveDay(year.from, today).slice(0, 4)}`,
    ...[...benefits, ...withdrawn].map(({ value }) => `benefit ${value.code}`),
    ...year.pots.map(({ code }) => `benefit ${code}`),
    ...year.windows.map(({ code }) => `window ${code}`),
    ...year.payrolls.map(({ code }) => `payroll ${code}`),
    ...year.rates.map(({ code, effectiveFrom }) => `rates ${nameOfRates(code, resolveDay(effectiveFrom, today))}`),
  ])
  return lines.ids
    .filter(({ value }) => !made.has(value.of))
    .map((line) => faultOf(line, `The folder makes nothing called "${line.value.of}"`))
}

/** Nothing was recorded after today, and what is known of somebody stands in the order in which it became known. */
function dateFaults({ lines }: History, { readOn }: Around): SchemeFault[] {
  // A day more, as a moment in UTC may still be yesterday's in London, and never the other way round.
  const later = `${addDays(readOn, 1)}T00:00:00Z`
  const future = (line: JsonLine<unknown>, moments: (string | null)[]) =>
    moments.some((moment) => moment !== null && !isEarlier(moment, later))
      ? [faultOf(line, 'Something of this lies in the future')]
      : []
  const newest = new Map<string, string>()
  return [
    ...lines.people.flatMap((line) =>
      future(line, [
        line.value.createdAt,
        line.value.activatedAt,
        line.value.lastLoginAt,
        ...line.value.terms.map(({ acceptedAt }) => acceptedAt),
      ]),
    ),
    ...lines.family.flatMap((line) => future(line, [line.value.recordedAt])),
    ...lines['life-events'].flatMap((line) => future(line, [line.value.recordedAt])),
    ...lines.facts.flatMap((line) => {
      const { person, recordedAt } = line.value
      const before = newest.get(person)
      newest.set(person, recordedAt)
      return [
        ...future(line, [recordedAt]),
        ...(before !== undefined && isEarlier(recordedAt, before)
          ? [faultOf(line, 'The fact was recorded before the one above it')]
          : []),
      ]
    }),
    ...lines.selections.flatMap((line) =>
      future(
        line,
        line.value.versions.flatMap(({ recordedAt, decision }) => [recordedAt, decision?.decidedAt ?? null]),
      ),
    ),
    ...lines['benefit-terms'].flatMap((line) => future(line, [line.value.acceptedAt])),
    ...lines.runs.flatMap((line) => future(line, [line.value.lockedAt])),
    ...lines.reports.flatMap((line) => future(line, [line.value.createdAt])),
    ...lines.windows.flatMap((line) =>
      line.value.opensOn !== null && line.value.closesOn !== null && line.value.closesOn < line.value.opensOn
        ? [faultOf(line, 'The window closes before it opens')]
        : [],
    ),
  ]
}

/** What the tables hold of a life event: a window has both its days, and a decision is about evidence. */
function lifeEventFaults({ lines }: History): SchemeFault[] {
  const family = new Set(lines.family.map(({ value }) => `${value.person} ${value.id}`))
  return lines['life-events'].flatMap((line) => {
    const { person, familyMember, evidence, opensOn, closesOn, decidedOn } = line.value
    const isDecided = evidence === 'accepted' || evidence === 'declined'
    return [
      ...(familyMember === null || family.has(`${person} ${familyMember}`)
        ? []
        : [faultOf(line, `${person} has no family member ${familyMember}`)]),
      ...((opensOn === null) === (closesOn === null) && (opensOn ?? '') <= (closesOn ?? '')
        ? []
        : [faultOf(line, 'The window of the life event closes before it opens, or has one of its days alone')]),
      ...(isDecided === (decidedOn !== null)
        ? []
        : [faultOf(line, 'Evidence that was decided about has its day, and no other has')]),
    ]
  })
}

function selectionFaults({ lines }: History): SchemeFault[] {
  const family = Map.groupBy(lines.family, ({ value }) => value.person)
  return lines.selections.flatMap((line) => {
    const own = new Set((family.get(line.value.person) ?? []).map(({ value }) => value.id))
    const named = line.value.versions.flatMap(({ choice, peopleCovered }) => [
      ...choice.people,
      ...peopleCovered.map(({ id }) => id),
    ])
    const decided = line.value.versions.flatMap(({ decision }) => decision?.id ?? [])
    return [
      ...pastFaults(line.value).map((reason) => faultOf(line, reason)),
      ...[...new Set(named)]
        .filter((id) => !own.has(id))
        .map((id) => faultOf(line, `${line.value.person} has no family member ${id}`)),
      ...(new Set(decided).size === decided.length ? [] : [faultOf(line, 'A decision stands twice')]),
    ]
  })
}

/** Every file belongs to a report, and every report has its bytes as they were made. */
function fileFaults({ lines, files }: History): SchemeFault[] {
  const named = new Set(lines.reports.map(({ value }) => value.file))
  return [
    ...lines.reports.flatMap((line) => {
      const found = files.get(line.value.file)
      if (found === undefined) return [faultOf(line, `There is no file ${line.value.file}`)]
      return found.sha256 === line.value.sha256
        ? []
        : [faultOf(line, `${line.value.file} is not the file that was made`)]
    }),
    ...[...files.keys()]
      .filter((name) => !named.has(name))
      .map((file) => ({ file, line: 1, reason: 'No line of history/reports.jsonl names this file' })),
  ]
}
