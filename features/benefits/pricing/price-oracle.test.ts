import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDate } from '../../../contract/dates.ts'
import { type BenefitDefinitionInput, benefitDefinition } from '../definition.ts'
import * as samples from '../definition.samples.ts'
import { seed } from '../seed.samples.ts'
import type { PersonFacts } from './facts.ts'
import { digitsOf } from './money.ts'
import { type Price, priceSelection } from './price.ts'
import type { RateTable } from './rate-table.ts'
import { type Trace, recompute } from './trace.ts'

/**
 * The oracle works in whole numbers of its own: salary in pence, rates in ten-thousandths, and one division rounded half up.
 * It shares no line with the code it judges.
 */
const halfUp = (over: bigint, under: bigint) => (over * 2n + under) / (under * 2n)
const tenThousandths = (rate: bigint) => `${rate / 10_000n}.${String(rate % 10_000n).padStart(4, '0')}`

const schemeYear = { from: isoDate.parse('2026-04-01'), to: isoDate.parse('2027-03-31') }
const salary = fc.bigInt({ min: 10_000_00n, max: 500_000_00n })
const rate = fc.bigInt({ min: 1n, max: 99_9999n })

function priced(
  definition: BenefitDefinitionInput,
  salaryPence: bigint,
  values: Record<string, string>,
  rates: RateTable[] = [],
): Price {
  const facts: PersonFacts = {
    dateOfBirth: isoDate.parse('1992-03-10'),
    salaries: { basic: salaryPence, benefit: salaryPence, pensionable: salaryPence },
    weeklyHours: '37.5',
    fte: '1',
    payPeriods: 12,
    taxCountry: 'rUK',
    family: [],
  }
  const outcome = priceSelection({
    definition: benefitDefinition.parse(definition),
    rates,
    facts,
    choice: { values, people: [] },
    on: schemeYear.from,
    schemeYear,
  })
  if (outcome.outcome !== 'priced') throw new Error(outcome.sentence)
  return outcome.price
}

function table(code: string, columns: string[], row: Record<string, string>): RateTable {
  return { code, effectiveFrom: schemeYear.from, source: 'Oracle', columns, rows: [row] }
}

/** What holds for every price, whichever method made it. */
function expectSound({ employeeYearly, employerYearly, employeePerPeriod, employerPerPeriod, trace }: Price): void {
  expect(recompute(trace)).toEqual({ employeeYearly, employerYearly })
  expect(employeePerPeriod.reduce((sum, share) => sum + share, 0n)).toBe(employeeYearly)
  expect(employerPerPeriod.reduce((sum, share) => sum + share, 0n)).toBe(employerYearly)
}

describe('prices against an oracle of their own', () => {
  it('days bought', () => {
    fc.assert(
      fc.property(salary, fc.integer({ min: 1, max: 5 }), (pence, days) => {
        const price = priced(samples.holidayTrading, pence, { trade: 'buy', 'buy-days': String(days) })
        expect(price.employeeYearly).toBe(halfUp(pence * BigInt(days), 260n))
        expectSound(price)
      }),
      { numRuns: 2_000, seed: seed('days') },
    )
  })

  it('percentages', () => {
    fc.assert(
      fc.property(salary, fc.integer({ min: 6, max: 80 }), (pence, halves) => {
        const price = priced(samples.pension, pence, { percent: String(halves / 2) })
        const matched = halves < 10 ? 5n : halves < 16 ? 7n : 10n
        expect(price.employeeYearly).toBe(halfUp(pence * BigInt(halves), 200n))
        expect(price.employerYearly).toBe(halfUp(pence * matched, 100n))
        expectSound(price)
      }),
      { numRuns: 2_000, seed: seed('percentages') },
    )
  })

  it('life assurance: core at the unit rate, flex at the age, under the free cover limit', () => {
    fc.assert(
      fc.property(salary, fc.integer({ min: 4, max: 10 }), rate, rate, (pence, times, coreRate, flexRate) => {
        const rates = [
          table('life-core', ['rate'], { rate: tenThousandths(coreRate) }),
          table('life-flex', ['age_from', 'age_to', 'rate'], {
            age_from: '16',
            age_to: '75',
            rate: tenThousandths(flexRate),
          }),
        ]
        const price = priced(samples.lifeAssurance, pence, { multiple: String(times) }, rates)
        const limit = 250_000_00n
        const core = pence * 4n < limit ? pence * 4n : limit
        const wanted = pence * BigInt(times - 4)
        const flex = wanted < limit - core ? wanted : limit - core
        expect(price.employerYearly).toBe(halfUp(core * coreRate, 1000n * 10_000n))
        expect(price.employeeYearly).toBe(halfUp(flex * flexRate, 1000n * 10_000n))
        expect(price.cover).toEqual({ selected: pence * BigInt(times), effective: core + flex })
        expectSound(price)
      }),
      { numRuns: 2_000, seed: seed('life') },
    )
  })

  it('tiers and flat amounts', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 500_00n }), (monthly) => {
        const dental = priced(samples.dental, 30_000_00n, { level: 'level-2' }, [
          table('dental', ['level', 'tier', 'amount'], { level: 'level-2', tier: 'single', amount: digitsOf(monthly) }),
        ])
        expect([dental.employeeYearly, dental.employeeMonthly]).toEqual([monthly * 12n, monthly])
        const plan = priced(samples.cashPlan, 30_000_00n, { level: 'level-1' }, [
          table('cash-plan', ['level', 'amount'], { level: 'level-1', amount: digitsOf(monthly) }),
        ])
        expect(plan.employerYearly).toBe(monthly * 12n < 78_00n ? monthly * 12n : 78_00n)
        expect(plan.employeeYearly + plan.employerYearly).toBe(monthly * 12n)
        expectSound(dental)
        expectSound(plan)
      }),
      { numRuns: 1_000, seed: seed('amounts') },
    )
  })

  it('orders', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 3000 }), (value) => {
        const price = priced(samples.cycleToWork, 30_000_00n, { value: String(value) })
        expect(price.orderTotal).toBe(BigInt(value) * 100n)
        expectSound(price)
      }),
      { numRuns: 500, seed: seed('orders') },
    )
  })
})

describe('a derivation', () => {
  const { trace } = priced(samples.holidayTrading, 45_000_00n, { trade: 'buy', 'buy-days': '5' })

  it('says rule, inputs, source and date of each step', () => {
    expect(trace.steps.find((step) => step.rule === 'value-of-days')).toEqual({
      rule: 'value-of-days',
      label: 'Value of the days you buy',
      inputs: [
        { label: 'Basic salary a year', value: '45000.00', unit: 'pounds', from: 1 },
        { label: 'Working days in a year', value: '260', unit: 'days', from: 2 },
        { label: 'Days to buy', value: '5', unit: 'days', from: 0 },
      ],
      output: { value: '865.38', unit: 'pounds' },
      source: 'Scheme rules of Holiday trading',
      effectiveDate: '2026-04-01',
    })
  })

  it('does not work out again once any figure in it was touched', () => {
    const touched = (change: (copy: Trace) => void) => {
      const copy = structuredClone(trace)
      change(copy)
      return () => recompute(copy)
    }
    expect(touched(() => {})()).toEqual({ employeeYearly: 865_38n, employerYearly: 0n })
    for (const [index, step] of trace.steps.entries()) {
      expect(
        touched((copy) => Object.assign(copy.steps[index]?.output ?? {}, { value: '9.99' })),
        `output of step ${index}`,
      ).toThrow(/Step \d+/)
      for (const input of step.inputs.keys()) {
        expect(
          touched((copy) => Object.assign(copy.steps[index]?.inputs[input] ?? {}, { value: '9.99' })),
          `input ${input} of step ${index}`,
        ).toThrow(/Step \d+/)
      }
    }
    expect(
      touched((copy) => {
        copy.answers.employeeYearly = 999
      }),
    ).toThrow('There is no step 999')
  })

  it('survives being stored and read again', () => {
    expect(recompute(JSON.parse(JSON.stringify(trace)) as Trace)).toEqual(recompute(trace))
  })
})
