import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { DeductionLine } from '../payroll/deductions.rules.ts'
import { splitEvenly } from '../../domain/pricing/money.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import type { StoredPricePart } from '../../domain/selections/stored-price.ts'
import { monthlyPeriods } from '../../features/selections/periods.samples.ts'
import { paySchedule } from './selection-pay.rules.ts'

const numRuns = process.env['LONG_TESTS'] ? 3_000 : 60
const schemeYear = { from: isoDate.parse('2026-04-01'), to: isoDate.parse('2027-03-31') }
const periods = monthlyPeriods('2026-04', 20)

/** A random action: a choice at a yearly price in pence, an opt-out, an end, or the removal of that end. */
type Move = {
  does: 'choose' | 'opt-out' | 'end' | 'take-back'
  /** Index of the period in which the action is recorded. The effective day `from` may be earlier or later. */
  place: number
  from: IsoDate
  total: bigint
}

const anyMove: fc.Arbitrary<Move> = fc
  .record({
    does: fc.constantFrom<Move['does']>('choose', 'choose', 'opt-out', 'end', 'take-back'),
    place: fc.integer({ min: 0, max: 13 }),
    days: fc.integer({ min: -75, max: 60 }),
    onFirst: fc.boolean(),
    // Only a few amounts, so that some choices return to an earlier price.
    total: fc.constantFrom(100_00n, 99_99n, 1_000_01n, 12n, 45_67n),
  })
  .map(({ does, place, days, onFirst, total }) => {
    const told = addDays(isoDate.parse('2026-04-05'), 30 * place + days)
    const day = onFirst ? isoDate.parse(`${told.slice(0, 8)}01`) : told
    return { does, place, from: day < schemeYear.from ? schemeYear.from : day, total }
  })
const anyLife = fc
  .array(anyMove, { minLength: 1, maxLength: 9 })
  .map((all) => all.toSorted((a, b) => a.place - b.place))

function part(total: bigint): StoredPricePart {
  return {
    payer: 'employee',
    taxMethod: 'net-deduction',
    payCode: 'DENTAL',
    total: String(total),
    spread: { kind: 'recurring' },
    shares: splitEvenly(total, 12).map(String),
  }
}

type Version = Parameters<typeof paySchedule>[0]['versions'][number]

/** Yearly price in pence that applies on each day. */
type Days = Map<IsoDate, bigint>

const everyDay: IsoDate[] = []
for (let day = schemeYear.from; day <= schemeYear.to; day = addDays(day, 1)) everyDay.push(day)

function known(moves: readonly Move[]): { versions: Version[]; days: Days } {
  const versions: Version[] = []
  let days: Days = new Map()
  let ended: { version: Version; before: Days } | undefined
  const write = (action: string, state: Version['state'], from: IsoDate, parts: StoredPricePart[]) => {
    const version = versions.length + 1
    versions.push({ version, action, state, effectiveFrom: from, parts, recordedAt: `${from}T09:00:00Z` })
    return versions.at(-1)
  }
  for (const { does, from, total } of moves) {
    const rest: Days = new Map([...days].filter(([day]) => day < from))
    if (does === 'choose') {
      write('submit', 'active', from, [part(total)])
      for (const day of everyDay) if (day >= from) rest.set(day, total)
      days = rest
      ended = undefined
    } else if (does !== 'take-back' && [...days.keys()].some((day) => day >= from)) {
      const version = write(does, does === 'end' ? 'ended' : 'opted-out', from, [])
      ended = does === 'end' && version ? { version, before: days } : undefined
      days = rest
    } else if (does === 'take-back' && ended) {
      // Undoing the end restores all choices that would have been in force, each from its first day.
      const again = [...ended.before].filter(([day]) => day >= (ended?.version.effectiveFrom ?? day))
      const starts = startsOf(ended.before).filter(({ until }) => again.some(([day]) => day < until))
      for (const [place, { from: begun, until, amount }] of starts.entries()) {
        write('reinstate', 'active', begun, [part(amount)])
        if (until <= schemeYear.to && starts[place + 1]?.from !== until) write('opt-out-again', 'opted-out', until, [])
      }
      days = new Map(ended.before)
      ended = undefined
    }
  }
  return { versions, days }
}

function startsOf(days: Days): { from: IsoDate; until: IsoDate; amount: bigint }[] {
  const found: { from: IsoDate; until: IsoDate; amount: bigint }[] = []
  for (const day of everyDay) {
    const amount = days.get(day)
    const last = found.at(-1)
    if (amount === undefined) continue
    if (last?.until === day && last.amount === amount) last.until = addDays(day, 1)
    else found.push({ from: day, until: addDays(day, 1), amount })
  }
  return found
}

function owed(days: Days): Record<string, bigint> {
  return Object.fromEntries(
    startsOf(days).flatMap(({ from, until, amount }) => {
      const covered = periods.filter(({ startsOn }) => from <= startsOn && startsOn < until)
      const shares = splitEvenly(amount, 12)
      return covered.map(({ id }, place) => [id, shares[place % 12] ?? 0n] as const)
    }),
  )
}

function byPeriod(lines: readonly DeductionLine[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const { periodId, originalPeriodId, employee } of lines)
    sums[originalPeriodId ?? periodId] = (sums[originalPeriodId ?? periodId] ?? 0n) + employee
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n))
}

it('for any choices, opt-outs, ends and reversals, payroll charges only days with cover and never refunds more than it deducted', () => {
  fc.assert(
    fc.property(anyLife, (moves) => {
      const paid: DeductionLine[] = []
      for (const [place, period] of periods.entries()) {
        const { versions } = known(moves.filter((move) => move.place <= place))
        const { lines } = paySchedule({
          versions,
          periods: periods.map((one, index) => ({ ...one, locked: index < place })),
          today: period.cutOffOn,
          schemeYears: [schemeYear],
          deducted: paid,
        })
        paid.push(...lines.filter(({ periodId }) => periodId === period.id))
        expect(Object.values(byPeriod(paid)).filter((sum) => sum < 0n)).toEqual([])
      }
      expect(byPeriod(paid)).toEqual(owed(known(moves).days))
    }),
    { numRuns, seed: randomTestSeed('any choices paid') },
  )
})
