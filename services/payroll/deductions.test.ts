import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { LeavingRule } from './leaving-rule.rules.ts'
import type { PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import { monthlyPeriods } from '../../features/selections/periods.samples.ts'
import { splitEvenly } from '../../domain/pricing/money.ts'
import type { Spread } from '../../domain/pricing/method-price.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import {
  type DeductedPart,
  type DeductionLine,
  type VersionInForce,
  type FinalDeduction,
  deductionSchedule,
} from './deductions.rules.ts'

const day = (date: string) => isoDate.parse(date)
const schemeYear = { from: day('2026-04-01'), to: day('2027-03-31') }
const periods = monthlyPeriods('2026-04', 24)
const recurring = { kind: 'recurring' } as const

function part(total: bigint, spread: Spread = recurring, more: Partial<DeductedPart> = {}): DeductedPart {
  const shares = splitEvenly(total, spread.kind === 'instalments' ? spread.count : 12)
  return { payer: 'employee', taxMethod: 'net-deduction', payCode: 'DENT', total, spread, shares, ...more }
}
function version(number: number, effectiveFrom: string, parts: DeductedPart[], until?: string): VersionInForce {
  return { version: number, effectiveFrom: day(effectiveFrom), parts, ...(until && { until: day(until) }) }
}
function schedule(
  versions: VersionInForce[],
  today: string,
  more: Partial<Parameters<typeof deductionSchedule>[0]> = {},
) {
  return deductionSchedule({
    versions,
    periods,
    today: day(today),
    schemeYears: [schemeYear],
    paidHereFrom: schemeYear.from,
    ...more,
  })
}
const amounts = (lines: DeductionLine[]) => lines.map(({ periodId, employee }) => [periodId, employee])
const total = (lines: { employee: bigint }[]) => lines.reduce((sum, line) => sum + line.employee, 0n)

describe('current cover', () => {
  it('is charged in each period of the scheme year with an equal share of the yearly price', () => {
    const { lines, unplanned } = schedule([version(1, '2026-04-01', [part(833_00n)])], '2026-03-20')
    expect(lines.map((line) => line.employee)).toEqual([...Array(8).fill(69_42n), ...Array(4).fill(69_41n)])
    expect(total(lines)).toBe(833_00n)
    expect(unplanned).toEqual({ employee: 0n, employer: 0n })
  })

  it('is charged from the first period on whose first day it is in force, at the price that was shown', () => {
    const { lines } = schedule([version(1, '2026-12-01', [part(463_68n)])], '2026-11-21')
    expect(amounts(lines)).toEqual([
      ['2026-12', 38_64n],
      ['2027-01', 38_64n],
      ['2027-02', 38_64n],
      ['2027-03', 38_64n],
    ])
    expect(lines[0]).toEqual({
      periodId: '2026-12',
      version: 1,
      payCode: 'DENT',
      method: 'net-deduction',
      employee: 38_64n,
      employer: 0n,
      annual: 463_68n,
      effectiveFrom: '2026-12-01',
    })
  })

  it('is charged in a period that begins on the last day of the scheme year, and in no later period', () => {
    const endingOn = (to: string) =>
      schedule([version(1, '2026-04-01', [part(120_00n)])], '2026-03-20', {
        schemeYears: [{ from: schemeYear.from, to: day(to) }],
      }).lines.map(({ periodId }) => periodId)
    expect(endingOn('2026-07-01')).toEqual(['2026-04', '2026-05', '2026-06', '2026-07'])
    expect(endingOn('2026-06-30')).toEqual(['2026-04', '2026-05', '2026-06'])
  })

  it('is charged by days if it ends before the last day of a period, and in full if it includes that day', () => {
    const leftFrom = (until: string) =>
      schedule(
        [
          {
            ...version(1, '2026-04-01', [part(360_00n)], until),
            stopped: true,
            leaving: { lastPeriod: 'by-days', owed: 'settle' },
          },
        ],
        '2026-03-20',
      ).lines.map(({ employee }) => employee)
    // After 29 days of June £29.00 are owed. After all 30 days the full £30.00 of the period are owed.
    expect(leftFrom('2026-06-30')).toEqual([30_00n, 30_00n, 29_00n])
    expect(leftFrom('2026-07-01')).toEqual([30_00n, 30_00n, 30_00n])
  })

  it('has a line for each payer if their pay codes differ, and otherwise one line', () => {
    const own = part(2250_00n, recurring, { payCode: 'PENEE', taxMethod: 'sacrifice' })
    const match = part(3150_00n, recurring, { payCode: 'PENER', taxMethod: 'employer-only', payer: 'employer' })
    const apart = schedule([version(1, '2027-03-01', [own, match])], '2027-02-20').lines
    expect(apart.map(({ payCode, employee, employer, annual }) => ({ payCode, employee, employer, annual }))).toEqual([
      { payCode: 'PENEE', employee: 187_50n, employer: 0n, annual: 2250_00n },
      { payCode: 'PENER', employee: 0n, employer: 262_50n, annual: 3150_00n },
    ])
    const together = schedule(
      [version(1, '2027-03-01', [own, { ...match, payCode: 'PENEE', taxMethod: 'sacrifice' }])],
      '2027-02-20',
    ).lines
    expect(together).toMatchObject([{ payCode: 'PENEE', employee: 187_50n, employer: 262_50n, annual: 5400_00n }])
  })

  it('is charged in the next open period if the cut-off was missed, with the period it belongs to as label', () => {
    const { lines } = schedule([version(1, '2026-12-01', [part(463_68n)])], '2026-12-11')
    expect(lines.slice(0, 2)).toMatchObject([
      { periodId: '2027-01', originalPeriodId: '2026-12', employee: 38_64n },
      { periodId: '2027-01', employee: 38_64n },
    ])
    expect(total(lines)).toBe(4n * 38_64n)
  })

  it("leads to a refund of a period's deduction if cover had already ended", () => {
    const taken = [{ periodId: '2026-12', version: 1, payCode: 'DENT', employee: 38_64n, employer: 0n }]
    const { lines } = schedule([version(1, '2026-11-01', [part(463_68n)], '2026-12-01')], '2026-12-11', {
      taken,
      paidHereFrom: day('2026-12-01'),
    })
    expect(lines).toMatchObject([{ periodId: '2027-01', originalPeriodId: '2026-12', employee: -38_64n }])
  })

  it('leads to a later charge of the difference if the price changes from a past day', () => {
    const taken = [{ periodId: '2026-12', version: 1, payCode: 'DENT', employee: 13_80n, employer: 0n }]
    const { lines } = schedule(
      [version(1, '2026-11-01', [part(165_60n)], '2026-12-01'), version(2, '2026-12-01', [part(463_68n)])],
      '2026-12-11',
      { taken, paidHereFrom: day('2026-12-01') },
    )
    expect(lines.slice(0, 2)).toMatchObject([
      { periodId: '2027-01', originalPeriodId: '2026-12', version: 2, employee: 24_84n },
      { periodId: '2027-01', version: 2, employee: 38_64n },
    ])
  })

  it('does not charge periods that were paid before the client joined the portal', () => {
    const { lines } = schedule([version(1, '2026-04-01', [part(463_68n)])], '2026-11-21', {
      paidHereFrom: day('2026-12-01'),
    })
    expect(lines.map((line) => line.periodId)).toEqual(['2026-12', '2027-01', '2027-02', '2027-03'])
  })
})

describe('fixed total', () => {
  const bicycle = part(1000_00n, { kind: 'instalments', count: 12 }, { payCode: 'CYCLE', taxMethod: 'sacrifice' })

  it('is deducted in instalments: £1,000.00 as 4 × £83.34 and 8 × £83.33', () => {
    const { lines } = schedule([version(1, '2026-11-21', [bicycle])], '2026-11-21')
    expect(lines[0]?.periodId).toBe('2026-12')
    expect(lines.map((line) => line.employee)).toEqual([...Array(4).fill(83_34n), ...Array(8).fill(83_33n)])
  })

  it('continues after locked instalments until the same total is reached', () => {
    const first = schedule([version(1, '2026-11-21', [bicycle])], '2026-11-21').lines
    const taken = first.slice(0, 3)
    const locked = periods.map((period) => ({ ...period, locked: period.startsOn < '2027-03-01' }))
    const { lines } = schedule([version(1, '2026-11-21', [bicycle])], '2027-02-27', { periods: locked, taken })
    expect(lines).toEqual(first.slice(3))
  })

  it('is spread over the pay days left in the scheme year: five days at £45,000, from December', () => {
    const days = part(865_38n, { kind: 'rest-of-year' }, { payCode: 'HOLBUY', taxMethod: 'sacrifice' })
    const { lines } = schedule([version(1, '2026-12-01', [days])], '2026-11-21')
    // 865.38 / 4 = 216.345: two of 216.35, two of 216.34.
    expect(amounts(lines)).toEqual([
      ['2026-12', 216_35n],
      ['2027-01', 216_35n],
      ['2027-02', 216_34n],
      ['2027-03', 216_34n],
    ])
  })

  it('is deducted in full on the next pay day if the scheme year has no pay days left, for example after a late approval', () => {
    const days = part(346_15n, { kind: 'rest-of-year' }, { payCode: 'HOLBUY', taxMethod: 'sacrifice' })
    const { lines, unplanned } = schedule([version(2, '2026-12-01', [days])], '2027-03-20')
    expect([amounts(lines), unplanned]).toEqual([[['2027-04', 346_15n]], { employee: 0n, employer: 0n }])
  })

  it('is deducted to the end when the order is changed, and a later order is deducted in full', () => {
    const short = (total: bigint) => part(total, { kind: 'instalments', count: 3 }, { payCode: 'CYCLE' })
    const taken = [{ periodId: '2026-12', version: 1, payCode: 'CYCLE', employee: 100_00n, employer: 0n }]
    const locked = periods.map((period) => ({ ...period, locked: period.id === '2026-12' }))
    const changed = schedule(
      [version(1, '2026-11-21', [short(300_00n)], '2027-01-02'), version(2, '2027-01-02', [short(400_00n)])],
      '2027-01-02',
      { periods: locked, taken },
    ).lines
    expect(amounts(changed)).toEqual([
      ['2027-01', 150_00n],
      ['2027-02', 150_00n],
    ])
    const later = schedule(
      [version(1, '2026-11-21', [short(100_00n)], '2026-12-31'), version(2, '2027-01-02', [short(300_00n)])],
      '2027-01-02',
      { periods: locked, taken },
    ).lines
    expect(amounts(later)).toEqual([
      ['2027-01', 100_00n],
      ['2027-02', 100_00n],
      ['2027-03', 100_00n],
    ])
  })

  it('leads to a refund of deductions for bought days if the choice becomes a sale', () => {
    const bought = part(600_00n, { kind: 'rest-of-year' }, { payCode: 'HOLBUY', taxMethod: 'sacrifice' })
    const sold = part(-300_00n, { kind: 'rest-of-year' }, { payCode: 'HOLSEL', taxMethod: 'taxable-pay' })
    const taken = [
      { periodId: '2026-12', version: 1, payCode: 'HOLBUY', employee: 150_00n, employer: 0n },
      { periodId: '2027-01', version: 1, payCode: 'HOLBUY', employee: 150_00n, employer: 0n },
    ]
    const locked = periods.map((period) => ({ ...period, locked: period.startsOn <= '2027-01-31' }))
    const { lines } = schedule(
      [version(1, '2026-12-01', [bought], '2027-02-01'), version(2, '2027-02-01', [sold])],
      '2027-01-20',
      { periods: locked, taken },
    )
    expect(lines.map(({ periodId, payCode, employee }) => [periodId, payCode, employee])).toEqual([
      ['2027-02', 'HOLSEL', -150_00n],
      ['2027-02', 'HOLBUY', -150_00n],
      ['2027-03', 'HOLSEL', -150_00n],
      ['2027-03', 'HOLBUY', -150_00n],
    ])
  })

  it('is charged in full for an order placed on the day on which another order ended', () => {
    const three = (total: bigint) => part(total, { kind: 'instalments', count: 3 }, { payCode: 'CYCLE' })
    const taken = [{ periodId: '2026-12', version: 1, payCode: 'CYCLE', employee: 100_00n, employer: 0n }]
    const ended = { ...version(1, '2026-12-01', [three(300_00n)], '2027-01-01'), stopped: true as const }
    const { lines } = schedule([ended, version(3, '2027-01-01', [three(600_00n)])], '2026-12-20', { taken })
    expect(amounts(lines)).toEqual([
      ['2027-01', 200_00n],
      ['2027-02', 200_00n],
      ['2027-03', 200_00n],
    ])
  })

  it('depends on the number of holiday days that a leaver took: £180.00 owed for four of five, £180.00 refunded for one of five', () => {
    const days = part(600_00n, { kind: 'rest-of-year' }, { payCode: 'HOLBUY', taxMethod: 'sacrifice' })
    const paid = periods.map((period) =>
      period.startsOn > '2026-09-30' ? { ...period, unpaid: true as const } : period,
    )
    const leftWith = (daysTaken: number) => {
      const rule = { lastPeriod: 'whole', owed: 'owed', earned: { parts: daysTaken, of: 5 } } as const
      const ends = { ...version(1, '2026-04-01', [days], '2026-10-01'), stopped: true as const, leaving: rule }
      const taken = ['04', '05', '06', '07', '08'].map((month) => ({
        periodId: `2026-${month}`,
        version: 1,
        payCode: 'HOLBUY',
        employee: 50_00n,
        employer: 0n,
      }))
      const { lines, leftAtLeaving } = schedule([ends], '2026-09-07', { periods: paid, taken })
      return [lines.map(({ method, employee }) => [method, employee]), leftAtLeaving]
    }
    expect(leftWith(4)).toEqual([[['sacrifice', 50_00n]], 180_00n])
    expect(leftWith(1)).toEqual([
      [
        ['sacrifice', 50_00n],
        ['taxable-pay', -180_00n],
      ],
      0n,
    ])
  })

  describe('total that the employer pays, if a last day is reported after the last pay day', () => {
    const ends = (spread: Spread, owed: LeavingRule['owed'], more: Partial<LeavingRule> = {}) => ({
      ...version(
        1,
        '2026-04-01',
        [part(240_00n, spread, { payer: 'employer', taxMethod: 'employer-only' })],
        '2026-09-11',
      ),
      stopped: true as const,
      leaving: { lastPeriod: 'whole', owed, ...more } as const,
    })
    const lastDay = (one: PayPeriod) => (one.startsOn > '2026-09-10' ? { ...one, unpaid: true as const } : one)
    const paid = ['04', '05', '06', '07', '08', '09', '10'].map((month) => ({
      periodId: `2026-${month}`,
      version: 1,
      payCode: 'DENT',
      employee: 0n,
      employer: 20_00n,
    }))
    const known = (
      version: VersionInForce,
      { taken = paid, planned = periods }: { taken?: FinalDeduction[]; planned?: PayPeriod[] } = {},
    ) => {
      const { lines, unplanned } = schedule([version], '2026-10-20', { periods: planned.map(lastDay), taken })
      return [
        lines.map(({ periodId, originalPeriodId, employer }) => [periodId, originalPeriodId, employer]),
        unplanned.employer,
      ]
    }
    const order: Spread = { kind: 'instalments', count: 12 }
    const ofYear: Spread = { kind: 'rest-of-year' }

    it('is corrected in the next run, with the same result as if the last day had been reported in time', () => {
      for (const spread of [order, ofYear])
        for (const rule of ['net-pay', 'owed', 'transfer', 'drop'] as const)
          expect([spread.kind, rule, ...known(ends(spread, rule))]).toEqual([
            spread.kind,
            rule,
            [['2026-11', '2026-10', -20_00n]],
            0n,
          ])
      expect(known(ends(order, 'settle'))).toEqual([[['2026-11', undefined, 100_00n]], 0n])
      // 100 of 365 days are due, which is £65.75. £120.00 were deducted before October.
      const earned = { parts: 100, of: 365 }
      expect(known(ends(ofYear, 'owed', { earned }))).toEqual([
        [
          ['2026-11', '2026-10', -20_00n],
          ['2026-11', undefined, 65_75n - 120_00n],
        ],
        0n,
      ])
    })

    it('is corrected only once', () => {
      const back = { ...paid[6], periodId: '2026-11', originalPeriodId: '2026-10', employer: -20_00n } as FinalDeduction
      const later = periods.map((one) => (one.id === '2026-11' ? { ...one, locked: true } : one))
      expect(known(ends(order, 'net-pay'), { taken: [...paid, back], planned: later })).toEqual([[], 0n])
    })

    it('has no pay period until a later period is planned, as with current cover', () => {
      const few = periods.slice(0, 7)
      expect(known(ends(order, 'net-pay'), { planned: few })).toEqual([[], -20_00n])
      expect(known(ends(order, 'settle'), { planned: few })).toEqual([[], 100_00n])
      expect(known(ends(recurring, 'owed'), { planned: few })).toEqual([[], -20_00n])
      expect(known(ends(recurring, 'owed'))).toEqual([[['2026-11', '2026-10', -20_00n]], 0n])
    })
  })

  it('the amounts that no planned period can deduct are shown', () => {
    const few = periods.slice(0, 10)
    const { lines, unplanned } = schedule([version(1, '2026-12-01', [bicycle])], '2026-11-21', { periods: few })
    expect(lines).toHaveLength(2)
    expect(unplanned).toEqual({ employee: 1000_00n - 166_68n, employer: 0n })
  })

  it('the total is the same to the penny, however often it is recalculated', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10_000_000n }),
        fc.integer({ min: 1, max: 18 }),
        fc.integer({ min: 0, max: 10 }),
        (whole, count, lockedMonths) => {
          const order = part(whole, { kind: 'instalments', count }, { payCode: 'LOAN' })
          const versions = [version(1, '2026-04-01', [order])]
          const first = schedule(versions, '2026-03-20').lines
          expect(total(first)).toBe(whole)
          const fixed = new Set(periods.slice(0, lockedMonths).map((period) => period.id))
          const locked = periods.map((period) => ({ ...period, locked: fixed.has(period.id) }))
          const taken = first.filter((line) => fixed.has(line.periodId))
          const again = schedule(versions, '2026-03-20', { periods: locked, taken }).lines
          expect(again.every((line) => !fixed.has(line.periodId))).toBe(true)
          expect(total(taken) + total(again)).toBe(whole)
          expect([...taken, ...again].map((line) => line.employee)).toEqual(first.map((line) => line.employee))
        },
      ),
      { numRuns: 2_000, seed: randomTestSeed('deductions') },
    )
  })
})
