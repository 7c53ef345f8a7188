import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import { monthlyPeriods } from '../selections/periods.samples.ts'
import { splitEvenly } from '../../domain/pricing/money.ts'
import { seed } from '../benefits/seed.samples.ts'
import {
  type DeductedPart,
  type DeductionLine,
  type VersionInForce,
  deductionSchedule,
} from '../../services/payroll/deductions.rules.ts'

const runs = process.env['LONG_TESTS'] ? 20_000 : 500
const schemeYear = { from: isoDate.parse('2026-04-06'), to: isoDate.parse('2027-04-05') }
/** The scheme year's periods, and enough later ones for late changes. */
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

/** A price change, or the last day: `from` is its effective date, `toldAfter` how many periods later it is recorded. */
type Told = { from: IsoDate; toldAfter: number; total: bigint | 'left' }

const anyDay = fc.integer({ min: 0, max: 360 }).map((days) => addDays(schemeYear.from, days))
const late = fc.integer({ min: 0, max: 5 })
/** Large enough for a share of at least a penny in every period. */
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
  // Only changed prices, because an unchanged price continues the previous shares.
  .filter(({ begun: first, after }) => {
    const totals = [first, ...after].flatMap(({ total }) => (total === 'left' ? [] : [total]))
    return new Set(totals).size === totals.length
  })

/** Returns the index of the period in which a change is recorded. */
function periodOfTelling({ from, toldAfter }: Told): number {
  return periods.findIndex(({ endsOn }) => endsOn >= from) + toldAfter
}

/** Returns versions as known from these changes. A later record replaces what would have run from its effective date. */
function versionsKnown(told: readonly Told[]): VersionInForce[] {
  const ran: VersionInForce[] = []
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

/** For each period, calculates deductions from the known changes, then pays and locks the period. */
function paidOverTime(history: readonly Told[]): { paid: DeductionLine[]; known: VersionInForce[] } {
  const paid: DeductionLine[] = []
  const fixed = new Set<string>()
  let known: VersionInForce[] = []
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

/** Returns the correct deduction of each period from the final versions: a year's share if cover is in force when it begins. */
function truth(versions: readonly VersionInForce[]): Map<string, bigint> {
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

it('corrects anything reported late: deductions with adjustments are those that each period should have had', () => {
  fc.assert(
    fc.property(anyHistory, ({ begun: first, after }) => {
      // In the order in which the changes are recorded.
      const history = [first, ...after].toSorted((a, b) => periodOfTelling(a) - periodOfTelling(b))
      const { paid, known } = paidOverTime(history)
      expect(withoutNothing(byOriginalPeriod(paid))).toEqual(withoutNothing(truth(known)))
    }),
    { numRuns: runs, seed: seed('late facts') },
  )
})

it('refunds a leaver, three periods late, deductions after the last day', () => {
  fc.assert(
    fc.property(anyTotal, fc.integer({ min: 30, max: 200 }), (total, days) => {
      const left: Told = { from: addDays(schemeYear.from, days), toldAfter: 3, total: 'left' }
      const { paid, known } = paidOverTime([{ from: schemeYear.from, toldAfter: 0, total }, left])
      expect(withoutNothing(byOriginalPeriod(paid))).toEqual(withoutNothing(truth(known)))
      const told = periods[periodOfTelling(left)]
      const returned = paid.filter(({ employee }) => employee < 0n)
      // All refunds are in the period in which the end was recorded, each for the period of the original deduction.
      expect(new Set(returned.map(({ periodId }) => periodId))).toEqual(new Set(told ? [told.id] : []))
      expect(returned.length).toBeGreaterThanOrEqual(2)
      expect(paid.filter(({ periodId }) => told && periodId > told.id)).toEqual([])
    }),
    { numRuns: runs, seed: seed('late leavers') },
  )
})
