import { hash } from 'node:crypto'
import { addDays, isEarlier, type IsoDate } from '../../contract/dates.ts'
import type { YamlFile } from '../../platform/yaml-file.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { historyFaults } from '../selections/imported-selection-history.rules.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import { schemeFault, type SchemeFault } from '../../services/scheme/scheme-faults.ts'
import type { SchemeYearFile } from '../../services/scheme/folder-format.ts'
import { rateFileName } from './scheme-records.rules.ts'
import type { HistoryCheck, HistoryKind, HistoryLine } from './history-format.ts'
import { payChecks, type PaySelection } from './pay-checks.server.ts'
import type { History } from './read-history.server.ts'

type YearOfHistory = {
  year: YamlFile<SchemeYearFile>
  benefits: readonly YamlFile<BenefitDefinition>[]
  withdrawn: readonly YamlFile<BenefitDefinition>[]
}

/** `years` begins with the oldest. */
export type HistoryContext = { years: readonly YearOfHistory[]; today: IsoDate; readOn: IsoDate }

type Checks = { [Kind in HistoryKind]: HistoryCheck<Kind> }

/** In order of references: each line refers only to lines of earlier kinds. */
const inOrder: readonly HistoryKind[] = [
  'client',
  'ids',
  'people',
  'family',
  'facts',
  'windows',
  'life-events',
  'selections',
  'benefit-terms',
  'periods',
  'deductions',
  'leaver-balances',
  'run-lines',
  'runs',
  'reports',
  'statements',
]

export function checkHistory(history: History, around: HistoryContext): SchemeFault[] {
  const faults: SchemeFault[] = []
  const checks = checksOf(history, around)
  for (const kind of inOrder) checkKind(history, kind, checks[kind], faults)
  const named = new Set(history.lines('reports').map(({ value }) => value.file))
  const strangers = [...history.files.keys()].filter((name) => !named.has(name))
  return [
    ...faults,
    ...strangers.map((file) => ({ file, line: 1, reason: 'No line of history/reports.jsonl names this file' })),
  ]
}

function checkKind<Kind extends HistoryKind>(
  history: History,
  kind: Kind,
  check: HistoryCheck<Kind>,
  faults: SchemeFault[],
): void {
  // Hashes instead of keys save memory, because a client may have millions of deductions.
  const keys = uniqueKeys[kind].map((unique) => ({ ...unique, hashes: [] as number[] }))
  for (const line of history.lines(kind, faults)) {
    for (const { keyOf, hashes } of keys) hashes.push(hashOf(keyOf(line.value)))
    faults.push(...check(line.value).map((reason) => schemeFault(line, reason)))
  }
  for (const { what, keyOf, hashes } of keys) {
    const repeated = repeatedIn(hashes)
    if (repeated.size === 0) continue
    const seen = new Map<string, { file: string; line: number }>()
    for (const { file, line, value } of history.lines(kind)) {
      const key = keyOf(value)
      if (!repeated.has(hashOf(key))) continue
      const earlier = seen.get(key)
      if (earlier) faults.push({ file, line, reason: `The ${what} is already in ${earlier.file}:${earlier.line}` })
      else seen.set(key, { file, line })
    }
  }
}

/** A hash has 48 bits, because a number holds them exactly. */
function hashOf(key: string): number {
  return hash('sha1', key, 'buffer').readUIntBE(0, 6)
}

function repeatedIn(hashes: readonly number[]): Set<number> {
  const sorted = Float64Array.from(hashes).toSorted()
  return new Set(sorted.filter((one, place) => one === sorted[place - 1]))
}

const uniqueKeys: { [Kind in HistoryKind]: { what: string; keyOf: (line: HistoryLine<Kind>) => string }[] } = {
  client: [{ what: 'client', keyOf: () => '' }],
  ids: [
    { what: 'name', keyOf: ({ of }) => of },
    { what: 'id', keyOf: ({ id }) => id },
  ],
  people: [
    { what: 'address', keyOf: ({ email }) => email },
    { what: 'id', keyOf: ({ id }) => id },
  ],
  family: [{ what: 'id', keyOf: ({ id }) => id }],
  facts: [{ what: 'id', keyOf: ({ id }) => id }],
  windows: [
    { what: 'id', keyOf: ({ id }) => id },
    { what: 'code', keyOf: ({ schemeYear, code }) => `${schemeYear} ${code}` },
  ],
  'life-events': [
    { what: 'id', keyOf: ({ id }) => id },
    { what: 'life event', keyOf: ({ person, kind, eventDate }) => [person, kind, eventDate].join(' ') },
  ],
  selections: [
    { what: 'id', keyOf: ({ id }) => id },
    { what: 'selection', keyOf: ({ person, benefit }) => `${person} ${benefit}` },
  ],
  'benefit-terms': [
    {
      what: 'acceptance',
      keyOf: ({ person, benefit, termId, version }) => [person, benefit, termId, version].join(' '),
    },
  ],
  periods: [
    { what: 'id', keyOf: ({ id }) => id },
    { what: 'period', keyOf: ({ period }) => period },
  ],
  deductions: [
    { what: 'id', keyOf: ({ id }) => id },
    {
      what: 'deduction',
      keyOf: (one) => [one.selection, one.period, one.originalPeriod, one.version, one.payCode, one.method].join(' '),
    },
  ],
  'leaver-balances': [{ what: 'balance of the selection', keyOf: ({ selection }) => selection }],
  runs: [{ what: 'run', keyOf: ({ period }) => period }],
  'run-lines': [{ what: 'line', keyOf: ({ period, number }) => `${period} ${number}` }],
  reports: [
    { what: 'id', keyOf: ({ id }) => id },
    { what: 'file', keyOf: ({ file }) => file },
  ],
  statements: [{ what: 'month', keyOf: ({ person, group, year, month }) => [person, group, year, month].join(' ') }],
}

function checksOf(history: History, { years, today, readOn }: HistoryContext): Checks {
  const offered = years.flatMap(({ benefits, withdrawn }) => [...benefits, ...withdrawn].map(({ value }) => value))
  const pots = years.flatMap(({ year }) => year.value.pots.map(({ code }) => code))
  const codes = new Set([...offered.map(({ code }) => code), ...pots])
  const groups = new Set([...offered.map(({ groupCode }) => groupCode), ...pots])
  const payrolls = new Set(years.flatMap(({ year }) => year.value.payrolls.map(({ code }) => code)))
  const yearNumbers = new Set(years.map(({ year }) => yearOf(year.value, today)))
  const made = namesWithIds(years, today)
  // Accepts times up to the end of this day in UTC, because UTC and London may have different dates.
  const later = `${addDays(readOn, 1)}T00:00:00Z`

  const people = new Set<string>()
  const withDetails = new Set<string>()
  const family = new Map<string, string>()
  const newestFact = new Map<string, string>()
  const selections = new Map<string, PaySelection>()

  const nobody = (email: string | null) =>
    email === null || people.has(email) ? [] : [`${email} is not among the people of history/people.jsonl`]
  const without = (person: string) => {
    if (!people.has(person)) return nobody(person)
    return withDetails.has(person) ? [] : [`${person} is an account without personal details`]
  }
  const otherYear = (year: number | null) =>
    year === null || yearNumbers.has(year) ? [] : [`The folder has no scheme year ${year}`]
  const unknown = (benefit: string) => (codes.has(benefit) ? [] : [`There is no benefit "${benefit}"`])
  const future = (...moments: (string | null)[]) =>
    moments.some((moment) => moment !== null && !isEarlier(moment, later))
      ? ['A day or time of this line is in the future']
      : []
  const pay = payChecks(history, { payrolls, selections })

  return {
    client: () => [],
    ids: ({ of }) => (made.has(of) ? [] : [`The folder does not define "${of}"`]),
    people: ({ email, details, vouchers, createdAt, activatedAt, lastLoginAt, terms }) => {
      people.add(email)
      if (details) withDetails.add(email)
      return [
        ...(details === null && vouchers !== null ? ['Vouchers need an account with personal details'] : []),
        ...future(createdAt, activatedAt, lastLoginAt, ...terms.map(({ acceptedAt }) => acceptedAt)),
      ]
    },
    family: ({ id, person, recordedAt }) => {
      family.set(id, person)
      return [...without(person), ...future(recordedAt)]
    },
    facts: ({ person, fact, value, recordedBy, recordedAt }) => {
      const before = newestFact.get(person)
      newestFact.set(person, recordedAt)
      return [
        ...without(person),
        ...nobody(recordedBy),
        ...(fact === 'payroll' && value !== null && !payrolls.has(value) ? [`There is no payroll "${value}"`] : []),
        ...future(recordedAt),
        ...(before !== undefined && isEarlier(recordedAt, before)
          ? ['The fact was recorded before the one above it']
          : []),
      ]
    },
    windows: ({ person, schemeYear, rules, opensOn, closesOn }) => [
      ...without(person),
      ...otherYear(schemeYear),
      ...(rules.benefits === 'all' ? [] : rules.benefits.flatMap(unknown)),
      ...(opensOn !== null && closesOn !== null && closesOn < opensOn ? ['The window closes before it opens'] : []),
    ],
    // The tables require both days of a window, and a document for each decision.
    'life-events': ({ person, schemeYear, familyMember, evidence, opensOn, closesOn, decidedOn, recordedAt }) => [
      ...future(recordedAt),
      ...otherYear(schemeYear),
      ...without(person),
      ...(familyMember === null || family.get(familyMember) === person
        ? []
        : [`${person} has no family member ${familyMember}`]),
      ...((opensOn === null) === (closesOn === null) && (opensOn ?? '') <= (closesOn ?? '')
        ? []
        : ['The window of the life event closes before it opens, or lacks one of its days']),
      ...((evidence === 'accepted' || evidence === 'declined') === (decidedOn !== null)
        ? []
        : ['Decided evidence needs the day of the decision, and other evidence must not have one']),
    ],
    selections: (selection) => {
      const { id, person, benefit, versions } = selection
      selections.set(id, { person, versions: versions.length })
      const covered = versions.flatMap(({ choice, peopleCovered }) => [
        ...choice.people,
        ...peopleCovered.map((one) => one.id),
      ])
      const decided = versions.flatMap(({ decision }) => decision?.id ?? [])
      return [
        ...without(person),
        ...unknown(benefit),
        ...versions.flatMap(({ schemeYear, actor, decision }) => [
          ...otherYear(schemeYear),
          ...nobody(actor),
          ...nobody(decision?.decidedBy ?? null),
        ]),
        ...future(...versions.flatMap(({ recordedAt, decision }) => [recordedAt, decision?.decidedAt ?? null])),
        ...historyFaults(selection),
        ...[...new Set(covered)]
          .filter((one) => family.get(one) !== person)
          .map((one) => `${person} has no family member ${one}`),
        ...(new Set(decided).size === decided.length ? [] : ['A decision is listed twice']),
      ]
    },
    'benefit-terms': ({ person, benefit, acceptedAt }) => [
      ...without(person),
      ...unknown(benefit),
      ...future(acceptedAt),
    ],
    ...pay,
    'run-lines': (line) => [...without(line.person), ...pay['run-lines'](line)],
    runs: (run) => [...nobody(run.lockedBy), ...future(run.lockedAt), ...pay.runs(run)],
    reports: (report) => [...future(report.createdAt), ...pay.reports(report), ...fileFaults(history, report)],
    statements: ({ person, group }) => [
      ...without(person),
      ...(groups.has(group) ? [] : [`No benefit belongs to the group "${group}"`]),
    ],
  }
}

function yearOf({ from }: SchemeYearFile, today: IsoDate): number {
  return Number(resolveDay(from, today).slice(0, 4))
}

function namesWithIds(years: readonly YearOfHistory[], today: IsoDate): Set<string> {
  return new Set(
    years.flatMap(({ year: { value }, benefits, withdrawn }, place) => {
      const prefix = place === years.length - 1 ? '' : `${yearOf(value, today)} `
      return [
        `year ${yearOf(value, today)}`,
        ...[...benefits, ...withdrawn].map((benefit) => `benefit ${benefit.value.code}`),
        ...value.pots.map(({ code }) => `benefit ${code}`),
        ...value.payrolls.map(({ code }) => `payroll ${code}`),
        ...value.windows.map(({ code }) => `${prefix}window ${code}`),
        ...value.rates.map(
          ({ code, effectiveFrom }) => `${prefix}rates ${rateFileName(code, resolveDay(effectiveFrom, today))}`,
        ),
      ]
    }),
  )
}

function fileFaults({ files }: History, { file, sha256 }: HistoryLine<'reports'>): string[] {
  const found = files.get(file)
  if (found === undefined) return [`There is no file ${file}`]
  return found.sha256 === sha256 ? [] : [`${file} differs from the exported file`]
}
