import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { checkChoice } from '../selections/choice.rules.ts'
import * as samples from '../../features/scheme/definition.samples.ts'
import { costEngineFromReplies, costEngineFromQuotes, type SynchronousCostEngine } from './cost-engine.ts'
import type { PersonFacts } from './price-facts.ts'
import { priceSelection } from './price.ts'
import { partnerPriceRequests } from './partner-price.ts'
import type { RateTable } from './rate-table.ts'
import { recompute } from './trace.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'

const day = (date: string) => isoDate.parse(date)
const facts: PersonFacts = {
  ...sampleFacts,
  dateOfBirth: day('1986-11-30'),
}
const rates = (effectiveFrom: string, rate: string): RateTable => ({
  code: 'wayfarer',
  effectiveFrom: day(effectiveFrom),
  source: `Wayfarer tariff of ${effectiveFrom}`,
  columns: ['age_from', 'age_to', 'rate'],
  rows: [
    { age_from: '18', age_to: '39', rate },
    { age_from: '40', age_to: '74', rate: '20.005' },
  ],
})
const tariff = {
  every: 'year',
  rates: 'wayfarer',
  limits: [{ ageFrom: 40, most: '5000', says: 'Please call us for more than £5,000' }],
} as const
const definition = benefitDefinition.parse({
  ...samples.travelInsurance,
  options: [{ kind: 'partner-value', code: 'value', label: 'Cover' }],
  price: [
    {
      code: 'premium',
      label: 'Premium',
      paidBy: 'employee',
      price: { method: 'quoted', partner: 'wayfarer', option: 'value', facts: ['age'], tariff },
    },
  ],
})

function priceOf(value: string, on = '2026-11-29', { partner }: { partner?: SynchronousCostEngine } = {}) {
  return priceSelection({
    definition,
    rates: [rates('2026-04-06', '12.60'), rates('2027-01-01', '13.00')],
    facts,
    choice: { values: { value }, people: [] },
    on: day(on),
    schemeYear: { from: day('2026-04-06'), to: day('2027-04-05') },
    ...(partner && { partner }),
  })
}

describe("portal's own cost engine", () => {
  it("calculates a price from the insurer's rates and the age on the day, and records each step", () => {
    const outcome = priceOf('4000')
    if (outcome.outcome !== 'priced') throw new Error(outcome.sentence)
    const { price } = outcome
    // The employee is 39 on that day: £4,000 / £1,000 × £12.60.
    expect(price.employeeYearly).toBe(5040n)
    expect(price.trace.steps).toContainEqual(
      expect.objectContaining({
        rule: 'premium',
        source: 'Wayfarer tariff of 2026-04-06',
        effectiveDate: '2026-04-06',
        output: { value: '50.40', unit: 'pounds' },
      }),
    )
    expect(recompute(price.trace).employeeYearly).toBe(5040n)
    expect(price.quotes).toEqual([
      expect.objectContaining({ reference: 'wayfarer 2026-04-06', amount: '50.40', validUntil: '2027-04-05' }),
    ])
    // The employee turns 40 on the next day. Half a penny rounds up.
    expect(priceOf('500', '2026-11-30')).toMatchObject({ price: { employeeYearly: 1000n } })
    expect(priceOf('100.1', '2026-11-30')).toMatchObject({ price: { employeeYearly: 200n } })
    expect(priceOf('4000')).toEqual(outcome)
  })

  it("refuses with the insurer's message if the value exceeds the limit for an age, or if the age has no rate [BENEFIT-57]", () => {
    expect(priceOf('5000.1')).toMatchObject({ outcome: 'priced' })
    expect(priceOf('5000', '2026-11-30')).toMatchObject({ outcome: 'priced' })
    expect(priceOf('5000.1', '2026-11-30')).toEqual({
      outcome: 'not-priced',
      reason: 'partner-refused',
      sentence: 'Please call us for more than £5,000',
      field: 'value',
    })
    // The error names no field, because the employee cannot correct an age.
    expect(priceOf('100', '2061-12-01')).toEqual({
      outcome: 'not-priced',
      reason: 'partner-refused',
      sentence: 'This cover is not offered at the age of 75',
    })
  })
})

describe('price requested from a business partner', () => {
  const quote = {
    component: 'premium',
    reference: 'WC-1',
    amount: '7.25',
    every: 'month',
    source: 'Quote WC-1 from the insurer',
    effectiveFrom: day('2026-11-29'),
    validUntil: null,
  } as const

  it("is used for the values in the request, and the insurer's rates are not", () => {
    const [question] = partnerPriceRequests({
      definition,
      choice: { values: { value: '4000' }, people: [] },
      facts,
      on: day('2026-11-29'),
    })
    if (!question) throw new Error('Nothing is asked')
    expect(question.facts).toEqual({ age: 39 })
    const partner = costEngineFromReplies([{ question, answer: { outcome: 'priced', quote } }])
    expect(priceOf('4000', '2026-11-29', { partner })).toMatchObject({
      price: { employeeYearly: 8700n, quotes: [quote] },
    })
    for (const other of [priceOf('4000.1', '2026-11-29', { partner }), priceOf('4000', '2026-11-30', { partner })])
      expect(other).toMatchObject({ outcome: 'not-priced', reason: 'partner-unreachable' })
    expect(priceOf('4000', '2026-11-29', { partner: costEngineFromReplies([]) })).toMatchObject({
      reason: 'partner-unreachable',
    })
  })

  it("stays as agreed when the age or the insurer's rates change", () => {
    const partner = costEngineFromQuotes([quote])
    expect(priceOf('4000', '2027-02-01', { partner })).toMatchObject({ price: { employeeYearly: 8700n } })
    expect(priceOf('4000', '2027-02-01')).toMatchObject({ price: { employeeYearly: 8002n } })
    expect(priceOf('4000', '2027-02-01', { partner: costEngineFromQuotes([]) })).toMatchObject({
      reason: 'partner-unreachable',
    })
  })
})

describe("value for a business partner's price", () => {
  const faultsOf = (value: string) =>
    checkChoice({ definition, choice: { values: { value }, people: [] }, facts, on: day('2026-11-29') })

  it('is between 0 and 999999.9 in steps of 0.1 unless the scheme says otherwise [BENEFIT-53] [BENEFIT-54] [CONST-26]', () => {
    for (const right of ['0', '0.1', '999999.9']) expect(faultsOf(right)).toEqual({})
    expect(faultsOf('1000000')).toEqual({ value: 'Please enter a value between 0 and 999999.9' })
    expect(faultsOf('0.15')).toEqual({ value: 'Please enter a value in steps of 0.1, starting from 0' })
  })

  it('gives a price without an employer-paid part', () => {
    const paidBy = { employerUpTo: { tier: 'single' } }
    const price = definition.price.map((component) => ({ ...component, paidBy }))
    const refused = benefitDefinition.safeParse({
      ...definition,
      price,
      pay: { ...definition.pay, employer: definition.pay.employee },
    })
    expect(refused.error?.issues.map(({ message }) => message)).toEqual([
      'A partner prices only the chosen value, and no other cover',
    ])
    expect(benefitDefinition.safeParse(definition).success).toBe(true)
  })
})
