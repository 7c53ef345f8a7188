import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { holidayTrading } from '../../features/scheme/definition.samples.ts'
import { priceSelection } from './price.ts'
import { type Trace, recompute } from './trace.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'

const schemeYear = { from: isoDate.parse('2026-04-01'), to: isoDate.parse('2027-03-31') }

function traceOfFiveDays(): Trace {
  const outcome = priceSelection({
    definition: benefitDefinition.parse(holidayTrading),
    rates: [],
    facts: {
      ...sampleFacts,
      dateOfBirth: isoDate.parse('1992-03-10'),
    },
    choice: { values: { trade: 'buy', 'buy-days': '5' }, people: [] },
    on: schemeYear.from,
    schemeYear,
  })
  if (outcome.outcome !== 'priced') throw new Error(outcome.sentence)
  return outcome.price.trace
}

describe('derivation', () => {
  const trace = traceOfFiveDays()

  it('has the rule, inputs, source and date of each step', () => {
    expect(trace.steps.find((step) => step.rule === 'value-of-days')).toEqual({
      rule: 'value-of-days',
      label: 'Value of the days you buy',
      inputs: [
        { label: 'Basic salary per year', value: '45000.00', unit: 'pounds', from: 1 },
        { label: 'Working days in a year', value: '260', unit: 'days', from: 2 },
        { label: 'Days to buy', value: '5', unit: 'days', from: 0 },
      ],
      output: { value: '865.38', unit: 'pounds' },
      source: 'Scheme rules of Holiday trading',
      effectiveDate: '2026-04-01',
    })
  })

  it('is refused if any of its figures was changed', () => {
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

  it('can be stored and read back without a change', () => {
    expect(recompute(JSON.parse(JSON.stringify(trace)) as Trace)).toEqual(recompute(trace))
  })
})
