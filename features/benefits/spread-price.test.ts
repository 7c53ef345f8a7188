import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { benefitDefinition } from './definition.ts'
import { cycleToWork, holidayTrading } from './definition.samples.ts'
import { storedPrice } from './price-view.server.ts'
import { priceSelection, type PriceOutcome } from './pricing/price.ts'
import { recompute, type Trace } from './pricing/trace.ts'
import { spreadOver } from './spread-price.rules.ts'

const facts = {
  dateOfBirth: isoDate.parse('1988-06-12'),
  salaries: { basic: 4_500_000n, benefit: 4_500_000n, pensionable: 4_500_000n },
  weeklyHours: '37.5',
  fte: '1',
  payPeriods: 12,
  taxCountry: 'rUK' as const,
  family: [],
}
const schemeYear = { from: isoDate.parse('2026-04-06'), to: isoDate.parse('2027-04-05') }

function priced(input: unknown, values: Record<string, string>, payDaysLeft: number) {
  const request = {
    definition: benefitDefinition.parse(input),
    rates: [],
    facts,
    choice: { values, people: [] },
    on: isoDate.parse('2026-12-01'),
    schemeYear,
    payDaysLeft,
  }
  const outcome: PriceOutcome = priceSelection(request)
  if (outcome.outcome !== 'priced') throw new Error(outcome.sentence)
  return storedPrice(outcome.price, 12)
}

describe('a price over another number of pay days', () => {
  it.each([
    ['bought', { trade: 'buy', 'buy-days': '5' }],
    ['sold', { trade: 'sell', 'sell-days': '2' }],
  ])('is the very price that asking then would have answered, for days %s', (_, values) => {
    const [four, two] = [priced(holidayTrading, values, 4), priced(holidayTrading, values, 2)]
    expect(spreadOver(four, 2)).toEqual(two)
    expect(spreadOver(four, 4)).toEqual(four)
    // Written by the same rules, as a derivation.
    expect(() => recompute(spreadOver(four, 2).trace as Trace)).not.toThrow()
  })

  it('leaves the instalments of an order as they are', () => {
    const bicycle = priced(cycleToWork, { value: '1000' }, 4)
    expect(spreadOver(bicycle, 2)).toEqual(bicycle)
  })
})
