import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { lastPay, largestDeduction } from '../../services/recalculation/settlement.rules.ts'
import { earnedShare } from '../../services/payroll/leaving-rule.rules.ts'
import { shareOf } from '../../domain/pricing/money.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { settledFromNetPay, settledHoliday } from './independent/settlement.ts'

const day = (date: string) => isoDate.parse(date)
const september = { startsOn: day('2026-09-01'), endsOn: day('2026-09-30'), payOn: day('2026-09-28') }

/** Salary £36,000, a bicycle of £1,200 in twelve instalments from July, last day of employment 10 September. */
const cyclist = { salary: 36_000_00n, hours: '37.5', daysEmployed: 10, daysInMonth: 30, lines: 100_00n, left: 900_00n }

function portalTakes({ salary, hours, daysEmployed, lines, left }: typeof cyclist, minimumWage: boolean) {
  const facts = {
    dateOfBirth: day('1988-06-12'),
    salary,
    weeklyHours: hours,
    payPeriods: 12,
    taxCountry: 'rUK' as const,
    niCategory: 'A',
    studentLoans: [],
    apprenticeSince: null,
    moneyPurchaseAllowanceSince: null,
  }
  const pay = lastPay(facts, {
    period: september,
    joinedOn: null,
    lastDay: day(`2026-09-${String(daysEmployed).padStart(2, '0')}`),
    lines: [{ method: 'sacrifice', amount: lines }],
    tables: taxTables(),
  })
  const most = pay ? largestDeduction(pay, { minimumWage }) : 0n
  return most < left ? most : left
}

it('an order is settled to the penny as in the worked case, with and without the minimum wage', () => {
  expect(settledFromNetPay({ ...cyclist, minimumWageCounts: true })).toEqual({ taken: 211_54n, owed: 688_46n })
  expect(settledFromNetPay({ ...cyclist, minimumWageCounts: false })).toEqual({ taken: 900_00n, owed: 0n })
  expect(portalTakes(cyclist, true)).toBe(211_54n)
  expect(portalTakes(cyclist, false)).toBe(900_00n)
})

it('holiday is settled to the penny as in the worked case', () => {
  const bought = { pricePerDay: 120_00n, paid: 300_00n }
  expect(settledHoliday({ ...bought, daysTaken: '4' })).toBe(180_00n)
  expect(settledHoliday({ ...bought, daysTaken: '1' })).toBe(-180_00n)
})

it('the settlement is the same as in the second implementation for any last pay below the allowances', () => {
  const leaver = fc.record({
    salary: fc.bigInt({ min: 20_000_00n, max: 36_000_00n }),
    hours: fc.integer({ min: 20, max: 75 }).map((halves) => String(halves / 2)),
    daysEmployed: fc.integer({ min: 1, max: 10 }),
    lines: fc.bigInt({ min: 0n, max: 50_00n }),
    left: fc.bigInt({ min: 1n, max: 3_000_00n }),
  })
  fc.assert(
    fc.property(leaver, fc.boolean(), (one, counts) => {
      const asked = { ...one, daysInMonth: 30 }
      expect(portalTakes(asked, counts)).toBe(settledFromNetPay({ ...asked, minimumWageCounts: counts }).taken)
    }),
    { seed: randomTestSeed('last pays'), numRuns: 200 },
  )
})

it('the settlement of any number of days of holiday is the same as in the second implementation', () => {
  const days = fc.record({ bought: fc.integer({ min: 1, max: 5 }), halves: fc.integer({ min: 0, max: 10 }) })
  fc.assert(
    fc.property(days, fc.bigInt({ min: 40_00n, max: 300_00n }), ({ bought, halves }, pricePerDay) => {
      const taken = Math.min(bought, halves / 2)
      const effectiveFrom = day('2026-04-06')
      const share = earnedShare(
        [
          { fact: 'end-date', value: '2026-09-30', effectiveFrom },
          { fact: 'bought-days-taken', value: String(taken), effectiveFrom },
        ],
        {
          firstDayAfterLeaving: day('2026-10-01'),
          schemeYears: [{ from: effectiveFrom, to: day('2027-04-05') }],
          boughtDays: bought,
        },
      )
      const due = share && shareOf(pricePerDay * BigInt(bought), share)
      expect(due).toBe(settledHoliday({ pricePerDay, daysTaken: String(taken), paid: 0n }))
    }),
    { seed: randomTestSeed('holiday taken'), numRuns: 200 },
  )
})

it('holiday is settled with the employment in which it was bought', () => {
  const known = (fact: string, value: string | null, from: string) => ({ fact, value, effectiveFrom: day(from) })
  const former = [
    known('start-date', '2026-07-01', '2026-07-01'),
    known('end-date', '2026-09-30', '2026-09-01'),
    known('bought-days-taken', '4', '2026-09-01'),
  ]
  const later = [
    known('start-date', '2026-10-24', '2026-10-24'),
    known('end-date', null, '2026-10-24'),
    known('end-date', '2027-05-31', '2027-05-03'),
    known('bought-days-taken', '1', '2027-05-03'),
  ]
  const years = [
    { from: day('2026-04-06'), to: day('2027-04-05') },
    { from: day('2027-04-06'), to: day('2028-04-05') },
  ]
  const share = (firstDayAfterLeaving: string, boughtDays: number | null) =>
    earnedShare([...former, ...later], {
      firstDayAfterLeaving: day(firstDayAfterLeaving),
      schemeYears: years,
      boughtDays,
    })
  expect(share('2026-10-01', 5)).toEqual({ parts: 4_0000, of: 5_0000 })
  expect(share('2027-06-01', 2)).toEqual({ parts: 1_0000, of: 2_0000 })
  // 1 July to 30 September is 92 of the 279 days to 5 April. 6 April to 31 May is 56 of 366 days.
  expect(share('2026-10-01', null)).toEqual({ parts: 92, of: 279 })
  expect(share('2027-06-01', null)).toEqual({ parts: 56, of: 366 })

  // A person leaves on the 10th, has cover until the end of the month, and is employed again on the 15th.
  const again = [
    known('start-date', '2026-07-01', '2026-07-01'),
    known('end-date', '2026-09-10', '2026-09-01'),
    known('start-date', '2026-09-15', '2026-09-15'),
    known('end-date', null, '2026-09-15'),
  ]
  const within = { firstDayAfterLeaving: day('2026-10-01'), schemeYears: years, boughtDays: null }
  expect(earnedShare(again, within)).toEqual({ parts: 72, of: 279 })
})
