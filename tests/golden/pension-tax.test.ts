import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { penceFromDigits } from '../../domain/pricing/money.ts'
import { recomputeSteps } from '../../domain/pricing/trace.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { calculateTakeHomeEffect } from '../../domain/tax/take-home-effect.rules.ts'
import type { PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import { samplePayFacts, inTaxYear, samplePayChange } from '../../features/take-home/take-home.samples.ts'
import { readTaxTables } from '../../services/payroll/tax-tables.queries.ts'
import { pensionTax, type PensionYear } from './independent/pension-tax.ts'

const runs = process.env['LONG_TESTS'] ? 100_000 : 1_000
const tables = readTaxTables()
const in2029 = isoDate.parse('2029-04-06')

function portals(year: PensionYear, on = inTaxYear) {
  const pension = (taxMethod: PayChange['taxMethod'], yearly: bigint, payer: PayChange['payer'] = 'employee') =>
    samplePayChange(taxMethod, 0, { label: taxMethod, yearly, payer, pension: true })
  const facts = samplePayFacts(0, {
    salary: year.salary,
    taxCountry: year.scottish ? 'Scotland' : 'rUK',
    moneyPurchaseAllowanceSince: year.flexible ? on : null,
  })
  const changes = [
    pension('sacrifice', year.sacrificed),
    pension('net-pay', year.netPay),
    pension('relief-at-source', year.atSource),
    pension('employer-only', year.byEmployer, 'employer'),
  ]
  const found = calculateTakeHomeEffect({
    tables,
    on,
    before: { facts, changes: [], when: 'before' },
    after: { facts, changes, when: 'after' },
  })
  if (found.outcome === 'not-computed') throw new Error(found.sentence)
  return found
}

const fewer = (most: bigint) => fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: most }))
const anyYear: fc.Arbitrary<PensionYear> = fc
  .record({
    salary: fc.oneof(
      fc.bigInt({ min: 13_000_00n, max: 130_000_00n }),
      fc.bigInt({ min: 190_000_00n, max: 400_000_00n }),
    ),
    scottish: fc.boolean(),
    sacrificed: fewer(100_000_00n),
    netPay: fewer(30_000_00n),
    atSource: fewer(60_000_00n),
    byEmployer: fewer(60_000_00n),
    flexible: fc.boolean(),
  })
  .filter(({ salary, sacrificed }) => sacrificed < salary)

const minutes = 60_000

it(
  'tax relief on any year of pension contributions is the same as in the second implementation',
  { timeout: 15 * minutes },
  () => {
    fc.assert(
      fc.property(anyYear, fc.boolean(), (year, from2029) => {
        const { after, annualAllowance, steps } = portals(year, from2029 ? in2029 : inTaxYear)
        const expected = pensionTax(year, { from2029 })
        expect({
          fromPay: after.paid.afterTax,
          relief: after.paid.relief,
          claim: after.reliefToClaim ? penceFromDigits(after.reliefToClaim.value) : 0n,
          incomeTax: penceFromDigits(after.incomeTax.value),
          nationalInsurance: penceFromDigits(after.nationalInsurance.value),
          employerNationalInsurance: penceFromDigits(after.employerNationalInsurance.value),
          allowance: annualAllowance?.allowance ?? expected.allowance,
          excess: annualAllowance?.excess ?? 0n,
        }).toEqual(expected)
        expect(recomputeSteps(steps)).toEqual(steps.map(({ output }) => output.value))
      }),
      { numRuns: runs, seed: randomTestSeed('pension tax') },
    )
  },
)
