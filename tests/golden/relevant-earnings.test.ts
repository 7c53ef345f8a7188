import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import * as portal from '../../domain/tax/relevant-earnings.rules.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { day, iso } from './independent/days.ts'
import { fraction, pounds, toPence } from './independent/fractions.ts'
import { estimatedOn, joinedWithin, memberUntil, relevantOf } from './independent/relevant-earnings.ts'

const runs = process.env['LONG_TESTS'] ? 100_000 : 300
const minutes = 60_000
const iso8601 = (on: number) => isoDate.parse(iso(on))
const anyDay = fc.integer({ min: day('2020-01-01'), max: day('2040-12-31') })
const pence = (max: bigint) => fc.bigInt({ min: 0n, max })

it('relevant earnings are to the pound those of HMRC EIM16058 (Jane): £46,907, which is 32,000 × 365 / 249', () => {
  const jane = relevantOf(fraction(38_400), { benefits: 9_600_00n, pension: 3_000_00n, giving: 0n }, day('2011-08-01'))
  expect([jane.paid, jane.asYear, jane.taken.pension].map(toPence)).toEqual([32_000_00n, 46_907_63n, 2_000_00n])
})

it(
  'relevant earnings are the same as in the second implementation for any earnings, first day and day of an estimate',
  { timeout: 20 * minutes },
  () => {
    const person = fc.record({
      salary: pence(250_000_00n),
      other: pence(30_000_00n),
      taxableBenefits: pence(20_000_00n),
      sacrificedPension: pence(40_000_00n),
      deductedPension: pence(40_000_00n),
      payrollGiving: pence(2_000_00n),
      on: anyDay,
      // Start dates near the end of the tax year are as frequent as dates within it.
      startedBefore: fc.integer({ min: 0, max: 500 }),
    })
    const [table] = taxTables().slice(-1)
    if (!table) throw new Error('There is a tax table')
    fc.assert(
      fc.property(person, ({ on, startedBefore, deductedPension, ...earnings }) => {
        fc.pre(earnings.sacrificedPension <= earnings.salary)
        const started = on - startedBefore
        const pension = earnings.sacrificedPension + deductedPension
        const partYear = portal.partYearOf(iso8601(started), portal.taxYearStart(iso8601(on)))
        const ours = portal.relevantEarnings({ ...earnings, pension }, table, partYear)
        const { other, taxableBenefits: benefits, sacrificedPension: sacrificed, payrollGiving: giving } = earnings
        const joined = joinedWithin(started, on)
        const theirs = relevantOf(pounds(earnings.salary), { other, benefits, pension, sacrificed, giving }, joined)
        expect({ amount: ours.amount, band: ours.band }).toEqual({
          amount: toPence(theirs.earnings),
          band: theirs.band,
        })
        expect(ours.joined?.asYear).toBe(joined === undefined ? undefined : toPence(theirs.asYear))
      }),
      { numRuns: runs, seed: randomTestSeed('relevant earnings') },
    )
  },
)

it(
  'the day of the estimate and the end of membership are the same as in the second implementation',
  { timeout: 20 * minutes },
  () => {
    fc.assert(
      fc.property(anyDay, fc.option(fc.integer({ min: -50, max: 800 }), { nil: undefined }), (on, before) => {
        const member = before === undefined ? undefined : on - before
        expect(portal.voucherEstimateDay(iso8601(on), member === undefined ? undefined : iso8601(member))).toBe(
          iso(estimatedOn(on, member)),
        )
        expect(portal.memberUntil(iso8601(on))).toBe(iso(memberUntil(on)))
      }),
      { numRuns: runs, seed: randomTestSeed('voucher membership') },
    )
  },
)
