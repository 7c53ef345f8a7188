import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { PayPeriod } from '../benefits/windows/effective.rules.ts'
import { monthlyPeriods } from '../benefits/windows/periods.samples.ts'
import { splitEvenly } from '../benefits/pricing/money.ts'
import { seed } from '../benefits/seed.samples.ts'
import { type DeductedPart, type DeductionLine, type RunningVersion, deductionSchedule } from './deductions.rules.ts'

const runs = process.env['LONG_TESTS'] ? 20_000 : 500
const schemeYear = { from: isoDate.parse('2026-04-06'), to: isoDate.parse('2027-04-05') }
/** Of the scheme year, and enough after it for whatever comes late. */
const periods = monthlyPeriods('2026-04', 20)

function cover(total: bigint): DeductedPart {
  return {
    payer: 'employee',
    taxMethod: 'net-deduction',
    payCode: 'DENTAL',
    total,
    spread: { kind: 'recurring' },
    shares: splitEvenly(total, 12),
  }
}

/** A change of what somebody pays, or their last day: from when it counts, and how many periods later it is told. */
type Told = { from: IsoDate; toldAfter: number; total: bigint | 'left' }

const anyDay = fc.integer({ min: 0, max: 360 }).map((days) => addDays(schemeYear.from, days))
const late = fc.integer({ min: 0, max: 5 })
/** A share of every period at least. */
const anyTotal = fc.bigInt({ min: 12n, max: 5_000_00n })
const begun = fc.record({ from: anyDay, toldAfter: late, total: anyTotal })
const anyHistory: fc.Arbitrary<{ begun: Told; after: Told[] }> = fc
  .record({
    begun,
    after: fc.array(
      fc.record({ from: anyDay, toldAfter: late, total: fc.oneof(anyTotal, fc.constant('left' as const)) }),
      { maxLength: 4 },
    ),
  })
  // Where the price stays as it was nothing new begins to be counted.
  .filter(({ begun: first, after }) => {
    const totals = [first, ...after].flatMap(({ total }) => (total === 'left' ? [] : [total]))
    return new Set(totals).size === totals.length
  })

/** In which period something is told, counted from that of its own day. */
function periodOfTelling({ from, toldAfter }: Told): number {
  return periods.findIndex(({ endsOn }) => endsOn >= from) + toldAfter
}

/** The versions that ran as they are known: what is told later takes the place of what would have run from its day on. */
function versionsKnown(told: readonly Told[]): RunningVersion[] {
  const ran: RunningVersion[] = []
  for (const [index, { from, total }] of told.entries()) {
    const last = ran.at(-1)
    if (last && (last.until === undefined || from < last.until)) {
      last.until = from
      if (total === 'left') last.stopped = true
    }
    if (total !== 'left') ran.push({ version: index + 1, effectiveFrom: from, parts: [cover(total)] })
  }
  return ran
}

/** Month after month: what is known is worked out, the next period is paid and fixed. */
function paidOverTime(history: readonly Told[]): { paid: DeductionLine[]; known: RunningVersion[] } {
  const paid: DeductionLine[] = []
  const fixed = new Set<string>()
  let known: RunningVersion[] = []
  for (const [place, period] of periods.entries()) {
    const heard = history.filter((told) => periodOfTelling(told) <= place)
    known = versionsKnown(heard)
    const { lines } = deductionSchedule({
      versions: known,
      periods: periods.map((one): PayPeriod => ({ ...one, locked: fixed.has(one.id) })),
      today: period.cutOffOn,
      schemeYears: [schemeYear],
      paidHereFrom: schemeYear.from,
      taken: paid,
    })
    expect(lines.filter(({ periodId }) => fixed.has(periodId))).toEqual([])
    paid.push(...lines.filter(({ periodId }) => periodId === period.id))
    fixed.add(period.id)
  }
  return { paid, known }
}

/** What each period should have had, from the versions alone: the share of the year of whoever is covered as it begins. */
function truth(versions: readonly RunningVersion[]): Map<string, bigint> {
  const due = new Map<string, bigint>()
  for (const { effectiveFrom, until, parts } of versions) {
    const covered = periods.filter(
      ({ startsOn }) =>
        startsOn >= effectiveFrom &&
        (until === undefined || startsOn < until) &&
        startsOn >= schemeYear.from &&
        startsOn <= schemeYear.to,
    )
    for (const [place, { id }] of covered.entries())
      due.set(id, (due.get(id) ?? 0n) + (parts[0]?.shares[place % 12] ?? 0n))
  }
  return due
}

function byOriginalPeriod(lines: readonly DeductionLine[]): Map<string, bigint> {
  const taken = new Map<string, bigint>()
  for (const { periodId, originalPeriodId, employee } of lines) {
    const of = originalPeriodId ?? periodId
    taken.set(of, (taken.get(of) ?? 0n) + employee)
  }
  return taken
}

const withoutNothing = (amounts: Map<string, bigint>) =>
  Object.fromEntries([...amounts].filter(([, amount]) => amount !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1)))

it('makes up for whatever was told late: what was taken with its adjustments is what each period should have had', () => {
  fc.assert(
    fc.property(anyHistory, ({ begun: first, after }) => {
      // In the order in which they are told.
      const history = [first, ...after].toSorted((a, b) => periodOfTelling(a) - periodOfTelling(b))
      const { paid, known } = paidOverTime(history)
      expect(withoutNothing(byOriginalPeriod(paid))).toEqual(withoutNothing(truth(known)))
    }),
    { numRuns: runs, seed: seed('late facts') },
  )
})

it('gives a leaver back, three periods late, what was taken after their last day', () => {
  fc.assert(
    fc.property(anyTotal, fc.integer({ min: 30, max: 200 }), (total, days) => {
      const left: Told = { from: addDays(schemeYear.from, days), toldAfter: 3, total: 'left' }
      const { paid, known } = paidOverTime([{ from: schemeYear.from, toldAfter: 0, total }, left])
      expect(withoutNothing(byOriginalPeriod(paid))).toEqual(withoutNothing(truth(known)))
      const told = periods[periodOfTelling(left)]
      const returned = paid.filter(({ employee }) => employee < 0n)
      // All of it in the pay of the period in which it was told, each for the period that it was taken in.
      expect(new Set(returned.map(({ periodId }) => periodId))).toEqual(new Set(told ? [told.id] : []))
      expect(returned.length).toBeGreaterThanOrEqual(2)
      expect(paid.filter(({ periodId }) => told && periodId > told.id)).toEqual([])
    }),
    { numRuns: runs, seed: seed('late leavers') },
  )
})
