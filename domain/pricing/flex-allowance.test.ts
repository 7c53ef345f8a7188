import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { cashPlan as healthCashPlan } from '../../features/scheme/definition.samples.ts'
import type { AllowanceRules } from '../definition/flex-allowance.rules.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import type { PersonFacts } from './price-facts.ts'
import { type Price, priceSelection } from './price.ts'
import { recompute } from './trace.ts'
import type { AllowanceClaim } from './available-allowance.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'

const day = (date: string) => isoDate.parse(date)
const schemeYear = { from: day('2026-04-06'), to: day('2027-04-05') }

const club: BenefitDefinition = benefitDefinition.parse({
  ...healthCashPlan,
  options: [{ kind: 'range', code: 'amount', label: 'Amount', unit: 'pounds', min: '0', max: '1000', step: '0.01' }],
  price: [
    {
      code: 'club',
      label: 'Membership',
      paidBy: 'employee',
      price: { method: 'flat', every: 'month', amount: { option: 'amount' } },
    },
  ],
})

function potBenefit(rules: AllowanceRules): BenefitDefinition {
  return {
    ...club,
    options: [],
    pot: rules,
    price: [{ code: 'left', label: 'Flex pot', paidBy: 'employee', price: { method: 'pot' } }],
    pay: { sold: { taxMethod: 'taxable-pay', payCode: 'FLEXCASH' } },
  }
}

type Asked = { rules: AllowanceRules; claims?: AllowanceClaim[]; carried?: bigint; person?: Partial<PersonFacts> }

function priced(definition: BenefitDefinition, values: Record<string, string>, asked?: Asked): Price {
  const outcome = priceSelection({
    definition,
    rates: [],
    facts: { ...sampleFacts, ...asked?.person },
    choice: { values, people: [] },
    on: day('2026-12-01'),
    schemeYear,
    ...(asked && {
      pot: { name: 'Flex pot', rules: asked.rules, carried: asked.carried ?? 0n, claims: asked.claims ?? [] },
    }),
  })
  if (outcome.outcome !== 'priced') throw new Error(outcome.sentence)
  return outcome.price
}

const rulesOf = (
  allowance: Partial<AllowanceRules['allowances'][number]>,
  excess: AllowanceRules['excess'] = 'cash',
): AllowanceRules => ({
  allowances: [{ salary: 'basic', ...allowance }],
  benefits: ['club'],
  excess,
})
const claim = (pence: bigint): AllowanceClaim => ({ label: 'Dental', amount: pence, from: schemeYear.from })

describe('flex allowance', () => {
  it('pays first, and the employee pays the rest; the calculation shows both parts', () => {
    const price = priced(club, { amount: '40' }, { rules: rulesOf({ amount: 360 }) })
    // The price is £480.00 a year. The flex allowance pays £360.00 of it.
    expect(price).toMatchObject({ employeeYearly: 120_00n, employerYearly: 360_00n, employeeMonthly: 10_00n })
    expect(price.pot).toEqual({ name: 'Flex pot', whole: 360_00n, paid: 360_00n, left: 0n })
    expect(price.parts.map(({ payer, payCode, total }) => [payer, payCode, total])).toEqual([
      ['employee', 'HCPEE', 120_00n],
      ['employer', 'HCPER', 360_00n],
    ])
    expect(price.trace.steps.map(({ label, output }) => [label, output.value])).toEqual(
      expect.arrayContaining([
        ['Flex pot per year', '360.00'],
        ['Membership: paid by your Flex pot', '360.00'],
        ['Membership: paid by you', '120.00'],
      ]),
    )
  })

  it('pays for a choice with the amount that earlier choices left, until nothing is left', () => {
    const rules = rulesOf({ amount: 360 })
    expect(priced(club, { amount: '40' }, { rules, claims: [claim(102_00n)] })).toMatchObject({
      employeeYearly: 222_00n,
      pot: { paid: 258_00n, left: 0n },
    })
    const spent = priced(club, { amount: '40' }, { rules, claims: [claim(102_00n), claim(300_00n)] })
    expect(spent).toMatchObject({ employeeYearly: 480_00n, employerYearly: 0n, pot: { paid: 0n, left: 0n } })
    expect(spent.parts).toEqual(priced(club, { amount: '40' }).parts)
  })

  it.each([
    ['a percentage of the salary', { percent: '1' }, {}, 450_00n],
    ['a percentage up to its cap', { percent: '1', cap: 400 }, {}, 400_00n],
    ['an amount for whoever works the hours', { amount: 360, hoursFrom: '30' }, {}, 360_00n],
    ['nothing for whoever does not', { amount: 360, hoursFrom: '30' }, { weeklyHours: '29.5' }, undefined],
    ['nothing above a salary', { amount: 360, basicSalaryUpTo: 44_999.99 }, {}, undefined],
  ] as const)('has the right amount for %s', (_, allowance, person, whole) => {
    expect(priced(club, { amount: '1' }, { rules: rulesOf(allowance), person }).pot?.whole).toBe(whole)
  })

  it('adds the unspent rest to taxable pay only if the scheme pays it out', () => {
    const cash = rulesOf({ amount: 360 })
    const paidOut = priced(potBenefit(cash), {}, { rules: cash, claims: [claim(102_00n)] })
    expect(paidOut.parts).toMatchObject([{ taxMethod: 'taxable-pay', payCode: 'FLEXCASH', total: -258_00n }])
    expect(paidOut).toMatchObject({ employeeYearly: -258_00n, pot: { whole: 360_00n, paid: 102_00n, left: 258_00n } })
    for (const excess of ['forfeit', 'roll-over'] as const) {
      const rules = rulesOf({ amount: 360 }, excess)
      const kept = priced(potBenefit(rules), {}, { rules, claims: [claim(102_00n)] })
      expect([kept.parts, kept.pot?.left]).toEqual([[], 258_00n])
    }
  })

  it('is increased by the unspent rest of the previous year', () => {
    const rules = rulesOf({ amount: 360 }, 'roll-over')
    expect(priced(club, { amount: '40' }, { rules, carried: 60_00n })).toMatchObject({
      employeeYearly: 60_00n,
      pot: { whole: 420_00n, paid: 420_00n },
    })
  })

  describe('2% of £52,000, which is £20.00 a week, in a scheme year of 53 pay days', () => {
    const pension: BenefitDefinition = {
      ...club,
      options: [],
      price: [
        {
          code: 'own',
          label: 'Contribution',
          paidBy: 'employee',
          price: { method: 'percentage', salary: 'pensionable', percent: '2' },
        },
      ],
    }
    const person = {
      payPeriods: 52,
      periodStart: schemeYear.from,
      salaries: { basic: 52_000_00n, benefit: 52_000_00n, pensionable: 52_000_00n },
    }
    const sharesOf = ({ parts }: Price) =>
      parts.map(({ payer, total, shares }) => [
        payer,
        total,
        ...[...Map.groupBy(shares, (share) => share)].map(([share, all]) => `${all.length} × ${share}`),
      ])

    it.each([
      [
        530,
        [
          ['employee', 530_00n, '53 × 1000'],
          ['employer', 530_00n, '53 × 1000'],
        ],
        0n,
      ],
      [
        360,
        [
          ['employee', 700_00n, '40 × 1321', '13 × 1320'],
          ['employer', 360_00n, '13 × 680', '40 × 679'],
        ],
        0n,
      ],
      [1_060, [['employer', 1_060_00n, '53 × 2000']], 0n],
      [1_200, [['employer', 1_060_00n, '53 × 2000']], 140_00n],
    ])(
      'an allowance of £%d never pays more than its amount, and the employee pays the rest of the 53 deductions',
      (amount, parts, left) => {
        const price = priced(pension, {}, { rules: rulesOf({ amount }), person })
        expect(sharesOf(price)).toEqual(parts)
        expect(price.pot?.left).toBe(left)
        expect(price.employeeYearly + (price.pot?.paid ?? 0n)).toBe(1_060_00n)
        expect(recompute(price.trace)).toEqual({
          employeeYearly: price.employeeYearly,
          employerYearly: price.employerYearly,
        })
        expect(price.trace.steps.map(({ label, output }) => [label, output.value])).toContainEqual([
          'Price, on 53 pay days',
          '1060.00',
        ])
      },
    )

    it('each deduction is £20.00 if there is no allowance, or if the year has 52 pay days', () => {
      const spent = priced(pension, {}, { rules: rulesOf({ amount: 360 }), claims: [claim(360_00n)], person })
      expect(sharesOf(spent)).toEqual([['employee', 1_040_00n, '52 × 2000']])
      const usual = { ...person, periodStart: day('2026-04-08') }
      expect(sharesOf(priced(pension, {}, { rules: rulesOf({ amount: 520 }), person: usual }))).toEqual([
        ['employee', 520_00n, '52 × 1000'],
        ['employer', 520_00n, '52 × 1000'],
      ])
    })
  })

  it('equals the sum of its payments and its unspent rest, for any choices', () => {
    const pence = fc.bigInt({ min: 0n, max: 1_000_00n })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), pence, fc.array(pence, { maxLength: 4 }), (pot, carried, a) => {
        const rules = rulesOf({ amount: pot / 100 })
        const costs = a.map((monthly) => `${monthly / 100n}.${String(monthly % 100n).padStart(2, '0')}`)
        const claims: AllowanceClaim[] = []
        let paid = 0n
        for (const amount of costs) {
          const [own, alone] = [priced(club, { amount }, { rules, carried, claims }), priced(club, { amount })]
          expect(own.employeeYearly + (own.pot?.paid ?? 0n)).toBe(alone.employeeYearly)
          expect(own.employeeYearly + own.employerYearly).toBe(alone.employeeYearly)
          for (const part of own.parts) expect(part.shares.reduce((sum, share) => sum + share, 0n)).toBe(part.total)
          expect(recompute(own.trace)).toEqual({
            employeeYearly: own.employeeYearly,
            employerYearly: own.employerYearly,
          })
          paid += own.pot?.paid ?? 0n
          claims.push(claim(alone.employeeYearly))
        }
        const own = priced(potBenefit(rules), {}, { rules, carried, claims })
        expect(own.pot).toMatchObject({ whole: BigInt(pot) + carried, paid })
        expect(paid - own.employeeYearly).toBe(BigInt(pot) + carried)
        expect(paid + (own.pot?.left ?? 0n)).toBe(BigInt(pot) + carried)
        expect(recompute(own.trace).employeeYearly).toBe(own.employeeYearly)
      }),
      { numRuns: process.env['LONG_TESTS'] ? 5_000 : 200, seed: randomTestSeed('flex allowance') },
    )
  })
})
