import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { payPeriodsBeginningIn } from '../../domain/pricing/pay-days.rules.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { partPeriodCharge } from '../../services/payroll/part-period.rules.ts'
import { type Day, dayOf, iso, monthsLater } from './independent/days.ts'
import { partOf } from './independent/part-period.ts'
import { periodsThatBegin } from './independent/pay.ts'

const runs = process.env['LONG_TESTS'] ? 100_000 : 1_000
const minutes = 60_000
const date = (day: Day) => isoDate.parse(iso(day))

const year = fc.integer({ min: dayOf(2024, 1, 1), max: dayOf(2034, 12, 31) })
const payDaysAYear = fc.constantFrom(12, 13, 26, 52)

it(
  'the number of pay periods that begin in any scheme year is the same as in the second implementation',
  { timeout: 20 * minutes },
  () => {
    fc.assert(
      fc.property(year, payDaysAYear, fc.integer({ min: -400, max: 800 }), (from, payPeriods, later) => {
        const starts = from + later
        expect(payPeriodsBeginningIn({ from: date(from) }, { payPeriods, periodStart: date(starts) })).toBe(
          periodsThatBegin({ from, to: monthsLater(from, 12) - 1 }, payPeriods, starts),
        )
      }),
      { numRuns: runs, seed: randomTestSeed('pay periods of a year') },
    )
  },
)

it(
  'the charge for a part of any pay period is the same as in the second implementation',
  { timeout: 20 * minutes },
  () => {
    const pence = fc.bigInt({ min: 1n, max: 50_000_00n })
    const part = fc.record({
      kind: fc.constantFrom('calendar-days' as const, 'working-days' as const, '260ths' as const),
      yearly: pence,
      starts: year,
      payPeriods: payDaysAYear,
      hasOneMore: fc.boolean(),
      covers: fc.tuple(fc.nat(30), fc.nat(30)),
    })
    fc.assert(
      fc.property(part, ({ kind, yearly, starts, payPeriods, hasOneMore, covers: [one, other] }) => {
        const length = payPeriods === 12 ? monthsLater(starts, 1) - starts : 364 / payPeriods
        const ends = starts + length - 1
        const [first, last] = one < other ? [one, other] : [other, one]
        const covered = { from: Math.min(starts + first, ends), to: Math.min(starts + last, ends) }
        const payDays = payPeriods !== 12 && hasOneMore ? payPeriods + 1 : payPeriods
        const share = yearly / BigInt(payDays)
        expect(
          partPeriodCharge(kind, {
            share,
            yearly,
            payDays,
            payPeriods,
            period: { startsOn: date(starts), endsOn: date(ends) },
            covered: { startsOn: date(covered.from), endsOn: date(covered.to) },
          }),
        ).toBe(
          partOf(kind, {
            share,
            yearly,
            workingDays: (260 * payDays) / payPeriods,
            period: { from: starts, to: ends },
            covered,
          }),
        )
      }),
      { numRuns: runs, seed: randomTestSeed('parts of pay periods') },
    )
  },
)
