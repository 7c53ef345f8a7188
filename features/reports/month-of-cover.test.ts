import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, isoDate } from '../../contract/dates.ts'
import type { SchemeYearId } from '../../contract/ids.ts'
import type { SelectionState } from '../../domain/selections/benefits.contract.ts'
import { recalculationMessages as following } from '../../services/recalculation/recalculation.messages.ts'
import { latestVersion, monthsOfCover } from './month-of-cover.rules.ts'
import type { Month, ReportPeriod } from './report-months.rules.ts'

const monthOf = (first: string, last: string): Month => ({ first: isoDate.parse(first), last: isoDate.parse(last) })
const month = monthOf('2026-12-01', '2026-12-31')

const stateAfter: Partial<Record<string, SelectionState>> = { apply: 'pending', end: 'ended', 'opt-out': 'opted-out' }

/** By default, a version is recorded on the day on which it takes effect. */
function version(
  number: number,
  action: string,
  from: string,
  { recorded = from, reason = null }: { recorded?: string; reason?: string | null } = {},
  schemeYear = '2026',
) {
  const state = stateAfter[action] ?? 'active'
  const effectiveFrom = isoDate.parse(from)
  return {
    version: number,
    schemeYearId: schemeYear as SchemeYearId,
    action,
    state,
    effectiveFrom,
    reason,
    recordedAt: `${recorded}T12:00:00Z`,
  }
}

const newSalary = following.from(
  [following.fact('payroll', 'monthly'), following.fact('basic-salary', '5200000')].join(', '),
  '2026-12-10',
)
const since = version(1, 'submit', '2026-05-01')
const recorded = (action: string, from: string) => version(2, action, from, { recorded: '2026-12-05' })

it.each([
  ['who continues', [since], [1, '2026-05-01', null, 'Continues']],
  ['who joins', [version(1, 'submit', '2026-12-15')], [1, '2026-12-15', null, 'Joined']],
  ['who changes', [since, version(2, 'approve', '2026-12-01')], [2, '2026-05-01', null, 'Changed']],
  [
    'whose price changes by a birthday or rates',
    [since, version(2, 'reprice', '2026-12-10', { reason: 'New rates from 10 December 2026' })],
    [2, '2026-05-01', null, 'New rates from 10 December 2026'],
  ],
  [
    'whose price changes with their pay, without the reason [S-53]',
    [since, version(2, 'reprice', '2026-12-10', { reason: newSalary })],
    [2, '2026-05-01', null, 'Changed'],
  ],
  ['who leaves', [since, version(2, 'end', '2026-12-20')], [1, '2026-05-01', '2026-12-19', 'Left']],
  ['who opts out', [since, recorded('opt-out', '2027-01-01')], [1, '2026-05-01', '2026-12-31', 'Opted out']],
  ['with a later last day', [since, recorded('end', '2027-02-01')], [1, '2026-05-01', '2027-01-31', 'Continues']],
  [
    'whose earlier end is known only now',
    [since, recorded('end', '2026-10-16')],
    [1, '2026-05-01', '2026-10-15', 'Left'],
  ],
  [
    'who returns after a gap',
    [since, version(2, 'opt-out', '2026-08-01'), version(3, 'submit', '2026-12-01')],
    [3, '2026-12-01', null, 'Joined'],
  ],
])('a report of a month includes a person %s', (_, versions, told) => {
  expect(toldOf(versions, month).map((one) => [one.version, one.start, one.end, one.reason])).toEqual([told])
})

it.each([
  ['begins after the month', [version(1, 'submit', '2027-01-01')]],
  ['ended before it, as was known then', [since, version(2, 'end', '2026-10-16')]],
  ['was never decided', [version(1, 'apply', '2026-05-01')]],
])('a report of a month does not include a version that %s', (_, versions) => {
  expect(toldOf(versions, month)).toEqual([])
})

const [march, april, may] = [
  monthOf('2027-03-01', '2027-03-31'),
  monthOf('2027-04-01', '2027-04-30'),
  monthOf('2027-05-01', '2027-05-31'),
]
const renewed = version(2, 'renew', '2027-04-06', { reason: 'Scheme year 2027/28' }, '2027')

type Reported = [start: string, end: string | null, reason: string]

it.each<[string, Version[], Month, ...Reported[]]>([
  ['continues', [since, renewed], april, ['2026-05-01', null, 'Continues']],
  ['continues, a month later', [since, renewed], may, ['2026-05-01', null, 'Continues']],
  ['continues with other cover', [since, { ...renewed, version: 7 }], april, ['2026-05-01', null, 'Changed']],
  [
    'continues and changes later in the month',
    [since, renewed, version(3, 'approve', '2027-04-20', {}, '2027')],
    april,
    ['2026-05-01', null, 'Changed'],
  ],
  ['is not renewed yet', [since], may, ['2026-05-01', null, 'Continues']],
  [
    'opts out some days before the next year, and chooses it again for that',
    [since, version(2, 'opt-out', '2027-04-03'), version(3, 'submit', '2027-04-06', {}, '2027')],
    april,
    ['2026-05-01', '2027-04-02', 'Opted out'],
    ['2027-04-06', null, 'Joined'],
  ],
  [
    'opts out with the last day of the year and has cover again the day after',
    [since, version(2, 'opt-out', '2027-04-06'), version(3, 'submit', '2027-04-06', {}, '2027')],
    april,
    ['2026-05-01', null, 'Changed'],
  ],
  [
    'continues and leaves',
    [since, renewed, version(3, 'end', '2027-04-16', {}, '2027')],
    april,
    ['2026-05-01', '2027-04-15', 'Left'],
  ],
])('reports a person who %s, for cover over several scheme years', (_, versions, of, ...told) => {
  // Versions 1 and 2 differ only in price.
  const sameCover = (one: Version, other: Version) => one.version <= 2 && other.version <= 2
  const found = monthsOfCover(versions, {
    month: of,
    reportPeriod: { months: [of], previousReportAt: null },
    sameCover,
  })
  expect(found.map(({ start, end, reason }) => [start, end, reason])).toEqual(told)
})

it('if the insurer changes with the scheme year, the end is reported to one insurer and the beginning to the other', () => {
  const toldBy = (schemeYear: string, of: Month) =>
    monthsOfCover([since, renewed], {
      month: of,
      reportPeriod: { months: [of], previousReportAt: null },
      sameCover: () => true,
      isElsewhere: ({ schemeYearId }) => schemeYearId !== (schemeYear as SchemeYearId),
    }).map(({ start, end, reason }) => [start, end, reason])
  expect([toldBy('2026', march), toldBy('2026', april), toldBy('2026', may)]).toEqual([
    [['2026-05-01', '2027-04-05', 'Continues']],
    [['2026-05-01', '2027-04-05', 'Ended with the scheme year']],
    [],
  ])
  expect([toldBy('2027', march), toldBy('2027', april), toldBy('2027', may)]).toEqual([
    [],
    [['2027-04-06', null, 'Joined']],
    [['2027-04-06', null, 'Continues']],
  ])
})

it('an end is reported in exactly one month, whenever the end was recorded and the months were reported', () => {
  const day = fc
    .integer({ min: 0, max: 200 })
    .map((days) => new Date(Date.parse('2026-09-01') + days * 86_400_000).toISOString().slice(0, 10))
  const months = ['09', '10', '11', '12'].map((one) => monthOf(`2026-${one}-01`, `2026-${one}-${lastDays[one]}`))
  fc.assert(
    fc.property(day, day, fc.array(day, { minLength: 4, maxLength: 4 }), (until, recorded, someDays) => {
      const versions = [since, version(2, 'end', until, { recorded })]
      // A late job reports several months at once.
      const made = months.map(({ last }, place) => {
        const afterIt = `${last}T23:59:00Z`
        const late = `${someDays[place]}T11:00:00Z`
        return late > afterIt ? late : afterIt
      })
      const runs = made.map((_, place) => made.slice(place).toSorted()[0] ?? '')
      const told = months.flatMap((one, place) => {
        const at = runs[place] ?? ''
        const together = months.filter((__, other) => runs[other] === at) as [Month, ...Month[]]
        const previousReportAt = runs.findLast((other) => other < at) ?? null
        const known = versions.filter(({ recordedAt }) => recordedAt <= at)
        const found = toldOf(known, one, {
          reportPeriod: { months: together, previousReportAt },
        })
        return found.filter(({ reason }) => reason === 'Left')
      })
      const lastRun = runs.at(-1) ?? ''
      const isTold = until > '2026-09-01' && until <= '2026-12-31' && recorded < lastRun.slice(0, 10)
      expect(told.length).toBeLessThanOrEqual(1)
      expect(told.length).toBeGreaterThanOrEqual(isTold ? 1 : 0)
    }),
    { numRuns: 500 },
  )
})

it('each beginning and end of continuous cover is reported once, whatever the history of the selection in two scheme years', () => {
  const dayOf = (days: number) => new Date(Date.parse('2027-03-02') + days * 86_400_000).toISOString().slice(0, 10)
  const months = [march, april, may, monthOf('2027-06-01', '2027-06-30'), monthOf('2027-07-01', '2027-07-31')]
  const runOf = ({ last }: Month) => `${last}T23:59:00Z`
  const stretch = fc.record({
    gap: fc.integer({ min: 0, max: 12 }),
    length: fc.integer({ min: 1, max: 15 }),
    late: fc.integer({ min: 0, max: 60 }),
  })
  fc.assert(
    fc.property(
      fc.array(stretch, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('2027-04-05', '2027-04-30'),
      (lengths, lastDay) => {
        const yearAfter = addDays(isoDate.parse(lastDay), 1)
        let day = 0
        const history = lengths.map(({ gap, length, late }) => {
          const [from, until] = [day + gap, day + gap + length].map(dayOf) as [string, string]
          // A version never extends into the next scheme year.
          const isCut = from < yearAfter && until > yearAfter
          day = isCut ? Math.round((Date.parse(yearAfter) - Date.parse(dayOf(0))) / 86_400_000) : day + gap + length
          return { from, until: dayOf(day), known: dayOf(day + late), ofNext: from >= yearAfter }
        })
        const changes = history.map((one, place) => {
          const after = history[place + 1]
          // An end is known at the latest when the next choice takes effect.
          return { ...one, known: after && after.from < one.known ? after.from : one.known }
        })
        const versions = changes.flatMap(({ from, until, known, ofNext }, place) => [
          version(2 * place + 1, 'submit', from, {}, ofNext ? '2027' : '2026'),
          version(2 * place + 2, 'opt-out', until, { recorded: known }, ofNext ? '2027' : '2026'),
        ])
        const told = months.flatMap((one, place) => {
          const known = versions.filter(({ recordedAt }) => recordedAt <= runOf(one))
          const before = months[place - 1]
          return toldOf(known, one, {
            reportPeriod: { months: [one], previousReportAt: before ? runOf(before) : null },
          })
        })
        const ends = changes
          .filter(({ until, known }, place) => changes[place + 1]?.from !== until && known <= '2027-07-31')
          .filter(({ until }) => until <= '2027-08-01')
          .map(({ until }) => addDays(isoDate.parse(until), -1))
        const endsTold = told.filter(({ reason }) => reason === 'Opted out').map(({ end }) => end)
        expect(endsTold).toEqual(expect.arrayContaining(ends))
        expect(new Set(endsTold).size).toBe(endsTold.length)
        // Reports omit a joiner whose earlier leaving was recorded only after the person rejoined.
        const joined = changes.filter(({ from }, place) => {
          const before = changes[place - 1]
          return before?.until !== from && (before === undefined || before.known.slice(0, 7) <= from.slice(0, 7))
        })
        const begun = joined.map(({ from }) => from).filter((from) => from <= '2027-07-31')
        const begunTold = new Set(
          told.filter(({ reason, end }) => reason === 'Joined' || end !== null).map(({ start }) => start),
        )
        expect([...begunTold]).toEqual(expect.arrayContaining(begun))
        const joinedTold = told.filter(({ reason }) => reason === 'Joined').map(({ start }) => start)
        expect(new Set(joinedTold).size).toBe(joinedTold.length)
      },
    ),
    { numRuns: 500 },
  )
})

const lastDays: Record<string, string> = { '09': '30', 10: '31', 11: '30', 12: '31' }

type Version = ReturnType<typeof version>

/** By default this month is the provider's first report. Versions with the same number have the same cover. */
function toldOf(
  versions: readonly Version[],
  of: Month,
  { reportPeriod = { months: [of], previousReportAt: null } }: { reportPeriod?: ReportPeriod } = {},
) {
  const found = monthsOfCover(versions, {
    month: of,
    reportPeriod,
    sameCover: (one, other) => one.version === other.version,
  })
  return found.map((one) => ({ ...one, version: one.version.version }))
}

it('payments after the end of cover are reported with the version known at the end of the month', () => {
  const versions = [since, version(2, 'opt-out', '2027-03-10'), version(3, 'submit', '2027-06-01')]
  expect(latestVersion(versions, may)).toMatchObject({ version: { action: 'opt-out' }, start: '2027-03-10' })
  expect(latestVersion(versions, monthOf('2027-06-01', '2027-06-30'))).toMatchObject({ start: '2027-06-01' })
  expect(latestVersion(versions.slice(2), may)).toBeUndefined()
})

it('a membership that never began is reported as such if an earlier report included it', () => {
  const joined = version(1, 'provide', '2026-11-10')
  const never = {
    ...version(2, 'opt-out-within-month', '2026-11-10', { recorded: '2026-12-05' }),
    state: 'opted-out' as const,
  }
  const told = (previousReportAt: string | null) =>
    monthsOfCover([joined, never], {
      month,
      reportPeriod: { months: [month], previousReportAt },
      sameCover: () => true,
    }).map(({ start, end, reason }) => ({ start, end, reason }))
  const reason = 'Opted out within the opt-out month: never a member'
  expect(told('2026-12-01T06:00:00Z')).toEqual([{ start: '2026-11-10', end: '2026-11-09', reason }])
  expect(told(null)).toEqual([])
})
