import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, isoDate } from '../../contract/dates.ts'
import type { SelectionState } from '../benefits/benefits.contract.ts'
import { followingMessages as following } from '../benefits/following/following.messages.ts'
import { lastKnown, memberMonths, type YearOfCover } from './member-month.rules.ts'
import type { Month, Telling } from './month.rules.ts'

const monthOf = (first: string, last: string): Month => ({ first: isoDate.parse(first), last: isoDate.parse(last) })
const month = monthOf('2026-12-01', '2026-12-31')

const yearsEnd = isoDate.parse('2027-04-05')

const stateAfter: Partial<Record<string, SelectionState>> = { apply: 'pending', end: 'ended', 'opt-out': 'opted-out' }

/** A version that counts from a day, recorded on it unless told. */
function version(
  number: number,
  action: string,
  from: string,
  { recorded = from, reason = null }: { recorded?: string; reason?: string | null } = {},
) {
  const state = stateAfter[action] ?? 'active'
  const effectiveFrom = isoDate.parse(from)
  return { version: number, action, state, effectiveFrom, reason, recordedAt: `${recorded}T12:00:00Z` }
}

const newSalary = following.from(
  [following.fact('payroll', 'monthly'), following.fact('basic-salary', '5200000')].join(', '),
  '2026-12-10',
)
const since = version(1, 'submit', '2026-05-01')

it.each([
  ['who goes on', [since], { version: 1, start: '2026-05-01', end: null, reason: 'Continues' }],
  ['who joins', [version(1, 'submit', '2026-12-15')], { version: 1, start: '2026-12-15', end: null, reason: 'Joined' }],
  [
    'who changes',
    [since, version(2, 'approve', '2026-12-01')],
    { version: 2, start: '2026-05-01', end: null, reason: 'Changed' },
  ],
  [
    'whose price changes by a birthday or rates',
    [since, version(2, 'reprice', '2026-12-10', { reason: 'New rates from 10/12/2026' })],
    { version: 2, start: '2026-05-01', end: null, reason: 'New rates from 10/12/2026' },
  ],
  [
    'whose price changes with their pay, which is nobody’s business but theirs [S-53]',
    [since, version(2, 'reprice', '2026-12-10', { reason: newSalary })],
    { version: 2, start: '2026-05-01', end: null, reason: 'Changed' },
  ],
  [
    'who leaves',
    [since, version(2, 'end', '2026-12-20')],
    { version: 1, start: '2026-05-01', end: '2026-12-19', reason: 'Left' },
  ],
  [
    'who opts out',
    [since, version(2, 'opt-out', '2027-01-01', { recorded: '2026-12-05' })],
    { version: 1, start: '2026-05-01', end: '2026-12-31', reason: 'Opted out' },
  ],
  [
    'whose last day lies ahead',
    [since, version(2, 'end', '2027-02-01', { recorded: '2026-12-05' })],
    { version: 1, start: '2026-05-01', end: '2027-01-31', reason: 'Continues' },
  ],
  [
    'of whose end in an earlier month it is known only now',
    [since, version(2, 'end', '2026-10-16', { recorded: '2026-12-02' })],
    { version: 1, start: '2026-05-01', end: '2026-10-15', reason: 'Left' },
  ],
  [
    'who comes back after a gap',
    [since, version(2, 'opt-out', '2026-08-01'), version(3, 'submit', '2026-12-01')],
    { version: 3, start: '2026-12-01', end: null, reason: 'Joined' },
  ],
])('tells of somebody %s', (_, versions, told) => {
  expect(toldOf([{ versions, to: yearsEnd, followed: false }], month)).toEqual([told])
})

it.each([
  ['begins after the month', [version(1, 'submit', '2027-01-01')]],
  ['ended before it, as was known then', [since, version(2, 'end', '2026-10-16')]],
  ['was never decided', [version(1, 'apply', '2026-05-01')]],
])('tells nothing of what %s', (_, versions) => {
  expect(toldOf([{ versions, to: yearsEnd, followed: false }], month)).toEqual([])
})

const [march, april, may] = [
  monthOf('2027-03-01', '2027-03-31'),
  monthOf('2027-04-01', '2027-04-30'),
  monthOf('2027-05-01', '2027-05-31'),
]
const again = version(1, 'provide', '2027-04-06')
const year = (...versions: Version[]): Year => ({ versions, to: yearsEnd, followed: true })
const next = (...versions: Version[]): Year => ({ versions, to: isoDate.parse('2028-04-05'), followed: false })

it.each<[string, Year[], Month, ...object[]]>([
  ['goes on', [year(since), next(again)], april, { start: '2026-05-01', end: null, reason: 'Continues' }],
  ['goes on, later', [year(since), next(again)], may, { start: '2026-05-01', end: null, reason: 'Continues' }],
  [
    'goes on with other cover',
    [year(since), next({ ...again, version: 7 })],
    april,
    { start: '2026-05-01', end: null, reason: 'Changed' },
  ],
  [
    'goes on and changes later in the month',
    [year(since), next(again, version(2, 'approve', '2027-04-20'))],
    april,
    { start: '2026-05-01', end: null, reason: 'Changed' },
  ],
  [
    'does not go on',
    [year(since)],
    april,
    { start: '2026-05-01', end: '2027-04-05', reason: 'Ended with the scheme year' },
  ],
  ['may still choose it again', [year(since)], march, { start: '2026-05-01', end: null, reason: 'Continues' }],
  ['did not go on', [year(since)], may],
  ['has no next scheme year yet', [next(since)], may, { start: '2026-05-01', end: null, reason: 'Continues' }],
  [
    'comes back some days after the year',
    [year(since), next(version(1, 'submit', '2027-04-20'))],
    april,
    { start: '2026-05-01', end: '2027-04-05', reason: 'Ended with the scheme year' },
    { start: '2027-04-20', end: null, reason: 'Joined' },
  ],
  [
    'opts out some days before the next year’s cover',
    [year(since, version(2, 'opt-out', '2027-04-03')), next(again)],
    april,
    { start: '2026-05-01', end: '2027-04-02', reason: 'Opted out' },
    { start: '2027-04-06', end: null, reason: 'Joined' },
  ],
  [
    'opts out some days before the next year’s cover, later',
    [year(since, version(2, 'opt-out', '2027-04-03')), next(again)],
    may,
    { start: '2027-04-06', end: null, reason: 'Continues' },
  ],
  [
    'opted out before cover that has begun, of which it is known only now',
    [year(since, version(2, 'opt-out', '2027-04-03', { recorded: '2027-05-04' })), next(again)],
    may,
    { start: '2026-05-01', end: '2027-04-02', reason: 'Opted out' },
    { start: '2027-04-06', end: null, reason: 'Continues' },
  ],
  [
    'left before the next year’s cover, of which it is known only now that this is over, too',
    [
      year(since, version(2, 'opt-out', '2027-04-03', { recorded: '2027-05-04' })),
      next(again, version(2, 'end', '2027-05-11')),
    ],
    may,
    { start: '2026-05-01', end: '2027-04-02', reason: 'Opted out' },
    { start: '2027-04-06', end: '2027-05-10', reason: 'Left' },
  ],
  [
    'opts out with the last day of the year and has cover again the day after',
    [year(since, version(2, 'opt-out', '2027-04-06')), next(again)],
    april,
    { start: '2026-05-01', end: null, reason: 'Continues' },
  ],
  [
    'had left before and is back with the new year',
    [year(since, version(2, 'end', '2027-03-20')), next(again)],
    april,
    { start: '2027-04-06', end: null, reason: 'Joined' },
  ],
  [
    'goes on and leaves',
    [year(since), next(again, version(2, 'end', '2027-04-16'))],
    april,
    { start: '2026-05-01', end: '2027-04-15', reason: 'Left' },
  ],
])('over scheme years tells once of somebody who %s', (_, years, of, ...told) => {
  expect(toldOf(years, of).map(({ start, end, reason }) => ({ start, end, reason }))).toEqual(told)
})

it('tells in one month alone of an end, whenever it became known and whenever the months were told of', () => {
  const day = fc
    .integer({ min: 0, max: 200 })
    .map((days) => new Date(Date.parse('2026-09-01') + days * 86_400_000).toISOString().slice(0, 10))
  const months = ['09', '10', '11', '12'].map((one) => monthOf(`2026-${one}-01`, `2026-${one}-${lastDays[one]}`))
  fc.assert(
    fc.property(day, day, fc.array(day, { minLength: 4, maxLength: 4 }), (until, recorded, someDays) => {
      const versions = [since, version(2, 'end', until, { recorded })]
      // The job of a month runs after it, sometimes late, sometimes for several months at once.
      const made = months.map(({ last }, place) => {
        const afterIt = `${last}T23:59:00Z`
        const late = `${someDays[place]}T11:00:00Z`
        return late > afterIt ? late : afterIt
      })
      const runs = made.map((_, place) => made.slice(place).toSorted()[0] ?? '')
      const told = months.flatMap((one, place) => {
        const at = runs[place] ?? ''
        const together = months.filter((__, other) => runs[other] === at) as [Month, ...Month[]]
        const toldBefore = runs.findLast((other) => other < at) ?? null
        const known = versions.filter(({ recordedAt }) => recordedAt <= at)
        const found = toldOf([{ versions: known, to: yearsEnd, followed: false }], one, {
          telling: { months: together, toldBefore },
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

it('tells once of each end that nothing follows the day after, and of each beginning, over any history in two scheme years', () => {
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
          // Nobody's cover of one year reaches into the next.
          const isCut = from < yearAfter && until > yearAfter
          day = isCut ? Math.round((Date.parse(yearAfter) - Date.parse(dayOf(0))) / 86_400_000) : day + gap + length
          return { from, until: dayOf(day), known: dayOf(day + late), ofNext: from >= yearAfter }
        })
        const changes = history.map((one, place) => {
          const after = history[place + 1]
          // What begins in a year is recorded after the end of what it had before.
          const isBefore = after?.ofNext === one.ofNext && after.from < one.known
          return { ...one, known: isBefore ? after.from : one.known }
        })
        const versionsOf = (ofNext: boolean) =>
          changes
            .filter((one) => one.ofNext === ofNext)
            .flatMap(({ from, until, known }, place) => [
              version(2 * place + 1, 'submit', from),
              version(2 * place + 2, 'opt-out', until, { recorded: known }),
            ])
        const told = months.flatMap((one, place) => {
          const knownOf = (versions: Version[]) => versions.filter(({ recordedAt }) => recordedAt <= runOf(one))
          const before = months[place - 1]
          const years = [
            { versions: knownOf(versionsOf(false)), to: isoDate.parse(lastDay), followed: true },
            { versions: knownOf(versionsOf(true)), to: isoDate.parse('2028-04-05'), followed: false },
          ]
          return toldOf(years, one, { telling: { months: [one], toldBefore: before ? runOf(before) : null } })
        })
        const ends = changes
          .filter(({ until, known }, place) => changes[place + 1]?.from !== until && known <= '2027-07-31')
          .filter(({ until }) => until <= '2027-08-01')
          .map(({ until }) => addDays(isoDate.parse(until), -1))
        // Of whose end nothing was known the year's was told, which may be the same day.
        const over = ['Opted out', 'Ended with the scheme year']
        const endsTold = told.filter(({ reason }) => over.includes(reason)).map(({ end }) => end)
        expect(endsTold).toEqual(expect.arrayContaining(ends))
        expect(new Set(endsTold).size).toBe(endsTold.length)
        // Whoever was not known to have left had not come back.
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
type Year = YearOfCover<Version>

/** As if it were told of alone and first, unless told; covers are alike by the number of their version. */
function toldOf(
  years: readonly Year[],
  of: Month,
  { telling = { months: [of], toldBefore: null } }: { telling?: Telling } = {},
) {
  const found = memberMonths(years, { month: of, telling, sameCover: (one, other) => one.version === other.version })
  return found.map((one) => ({ ...one, version: one.version.version }))
}

it('says what is paid for after its end as it was by the end of the month, and not as the next year’s cover will be', () => {
  const before: YearOfCover<Version> = {
    versions: [since, version(2, 'opt-out', '2027-03-10')],
    to: yearsEnd,
    followed: true,
  }
  const ahead = { versions: [version(1, 'submit', '2027-06-01')], to: isoDate.parse('2028-04-05'), followed: false }
  const may = monthOf('2027-05-01', '2027-05-31')
  expect(lastKnown([before, ahead], may)).toMatchObject({ version: { action: 'opt-out' }, start: '2027-03-10' })
  expect(lastKnown([before, ahead], monthOf('2027-06-01', '2027-06-30'))).toMatchObject({ start: '2027-06-01' })
  expect(lastKnown([ahead], may)).toBeUndefined()
})
