import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, isoDate } from '../../contract/dates.ts'
import { addMonths } from '../definition/day.rules.ts'
import { payPeriods } from '../../services/scheme/periods.rules.ts'
import { payFrequencies } from '../../contract/pay-frequency.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { payDaysIn, payPeriodsBeginningIn } from './pay-days.rules.ts'

const day = (date: string) => isoDate.parse(date)

it.each([
  ['2026-04-01', 52, '2026-04-01', 53],
  ['2026-04-01', 52, '2026-04-02', 52],
  ['2027-04-01', 52, '2027-04-02', 53],
  ['2026-04-06', 26, '2026-04-06', 27],
  ['2026-04-06', 13, '2026-04-06', 14],
  ['2026-04-06', 13, '2026-04-07', 13],
  ['2026-04-06', 12, '2026-04-01', 12],
])(
  'the scheme year from %s, with %i pay periods a year counted from %s, contains the first days of %i periods',
  (from, usual, periodStart, count) => {
    expect(payPeriodsBeginningIn({ from: day(from) }, { payPeriods: usual, periodStart: day(periodStart) })).toBe(count)
  },
)

/** The tax year 2023/24 had 53 Thursdays and 53 Fridays. The last ones were 4 and 5 April 2024 (HMRC PAYE70015). */
it.each([
  ['weekly', 52, 7, 53],
  ['fortnightly', 26, 14, 27],
  ['four-weekly', 13, 28, 14],
])('a tax year has an extra pay day if one of its %s pay days is 4 or 5 April 2024', (_, usual, length, payDays) => {
  const taxYear = { from: day('2023-04-06') }
  const count = (last: string) => payDaysIn(taxYear, { payPeriods: usual, periodStart: addDays(day(last), 1 - length) })
  expect(['2024-04-03', '2024-04-04', '2024-04-05', '2024-04-06'].map(count)).toEqual([usual, payDays, payDays, usual])
})

it('a scheme year whose pay periods are not known has the usual number of them', () => {
  expect(payPeriodsBeginningIn({ from: day('2026-04-01') }, { payPeriods: 52 })).toBe(52)
})

it('a scheme year has the same number of periods and pay days, whichever pay period is used to count them', () => {
  const frequencies = ['weekly', 'fortnightly', 'four-weekly'] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...frequencies),
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 0, max: 27 }),
      fc.nat(),
      (frequency, later, firstPay, any) => {
        const from = addDays(day('2024-01-01'), later)
        const schemeYear = { from, to: addDays(addMonths(from, 12), -1) }
        const firstPayDay = addDays(from, firstPay - 28)
        const calendar = { frequency, firstPayDay, cutOffDays: 3, holidays: new Set<never>() }
        const periods = payPeriods(calendar, schemeYear, { instalments: 0 })
        const within = (key: 'startsOn' | 'payOn') =>
          periods.filter((period) => schemeYear.from <= period[key] && period[key] <= schemeYear.to).length
        const cycle = {
          payPeriods: payFrequencies[frequency].payDaysAYear,
          periodStart: periods[any % periods.length]?.startsOn,
        }
        expect(payPeriodsBeginningIn(schemeYear, cycle)).toBe(within('startsOn'))
        expect(payDaysIn(schemeYear, cycle)).toBe(within('payOn'))
      },
    ),
    { numRuns: 200, seed: randomTestSeed('pay days of a year') },
  )
})
