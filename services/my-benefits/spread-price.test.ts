import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { cycleToWork, holidayTrading } from '../../features/scheme/definition.samples.ts'
import { storedPrice } from './price-view.server.ts'
import { priceSelection, type PriceOutcome } from '../../domain/pricing/price.ts'
import type { DeductedTotal } from '../../domain/pricing/deductions-to-date.rules.ts'
import { recompute, type Trace } from '../../domain/pricing/trace.ts'
import { spreadOverRemainingPay } from './spread-price.server.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'

const schemeYear = { from: isoDate.parse('2026-04-06'), to: isoDate.parse('2027-04-05') }

function priced(input: unknown, values: Record<string, string>, payDaysLeft: number, taken: DeductedTotal[] = []) {
  const request = {
    definition: benefitDefinition.parse(input),
    rates: [],
    facts: sampleFacts,
    choice: { values, people: [] },
    on: isoDate.parse('2026-12-01'),
    schemeYear,
    payDaysLeft,
    taken,
  }
  const outcome: PriceOutcome = priceSelection(request)
  if (outcome.outcome !== 'priced') throw new Error(outcome.sentence)
  return storedPrice(outcome.price, 12)
}

const taken = (payCode: string, amount: bigint, more: Partial<DeductedTotal> = {}): DeductedTotal => ({
  payer: 'employee',
  taxMethod: 'sacrifice',
  payCode,
  spread: { kind: 'rest-of-year' },
  amount,
  pays: 2,
  ...more,
})
const instalments = { spread: { kind: 'instalments', count: 12 } } as const
const bought = taken(holidayTrading.pay.employee.payCode, 144_24n)
const sold = taken(holidayTrading.pay.sold.payCode, -57_70n, { taxMethod: 'taxable-pay' })
const ordered = taken(cycleToWork.pay.employee.payCode, 166_68n, instalments)

describe('price that is spread over another number of pay days', () => {
  it.each([
    ['days bought', holidayTrading, { trade: 'buy', 'buy-days': '5' }, []],
    ['days sold', holidayTrading, { trade: 'sell', 'sell-days': '2' }, []],
    ['days bought of which some are paid', holidayTrading, { trade: 'buy', 'buy-days': '5' }, [bought]],
    ['days sold by somebody who had bought some', holidayTrading, { trade: 'sell', 'sell-days': '2' }, [bought]],
    ['days bought by somebody who had sold some', holidayTrading, { trade: 'buy', 'buy-days': '1' }, [sold]],
    ['an order of which some is paid', cycleToWork, { value: '1500' }, [ordered]],
  ])('equals a price calculated for that number of pay days: %s', (_, benefit, values, before) => {
    const [four, two] = [priced(benefit, values, 4), priced(benefit, values, 2, before)]
    expect(spreadOverRemainingPay(four, { payDays: 2, taken: before })).toEqual(two)
    expect(spreadOverRemainingPay(two, { payDays: 4, taken: [] })).toEqual(four)
    expect(spreadOverRemainingPay(two, { payDays: 2, taken: before })).toEqual(two)
    // The pricing rules wrote this derivation, so it has the type.
    const answers = recompute(spreadOverRemainingPay(four, { payDays: 2, taken: before }).trace as Trace)
    expect(answers.employeeYearly).toBe(BigInt(two.employeeYearly))
  })

  it('has all instalments of an order before its first deduction', () => {
    const bicycle = priced(cycleToWork, { value: '1000' }, 4)
    expect(spreadOverRemainingPay(bicycle, { payDays: 2, taken: [] })).toEqual(bicycle)
  })
})

describe('price after earlier deductions', () => {
  it('spreads the rest of an order over the remaining instalments, and shows this in its derivation', () => {
    const { parts, trace, employeeYearly } = priced(cycleToWork, { value: '1500' }, 4, [ordered])
    expect(parts).toMatchObject([{ total: '150000', taken: { amount: '16668', pays: 2 } }])
    expect(parts[0]?.shares).toEqual([...Array<string>(2).fill('13334'), ...Array<string>(8).fill('13333')])
    expect(employeeYearly).toBe('150000')
    expect(trace.steps.slice(-4).map(({ label, output }) => [label, output.value])).toEqual([
      ['Already deducted on 2 pay days', '166.68'],
      ['Still to pay', '1333.32'],
      ['Number of pay days', '10'],
      ['You pay on the first monthly pay day', '133.34'],
    ])
  })

  it('refunds deductions for bought days that are now sold, and adds the pay for the sale', () => {
    const { parts, employeeMonthly, trace } = priced(holidayTrading, { trade: 'sell', 'sell-days': '2' }, 4, [bought])
    expect(parts.map(({ payCode, total, shares }) => [payCode, total, shares[0]])).toEqual([
      ['HOLSELL', '-34615', '-8654'],
      ['HOLBUY', '0', '-3606'],
    ])
    expect(employeeMonthly).toBe(String(-8654 - 3606))
    expect(trace.steps.find(({ rule, output }) => rule === 'paid-to-you' && output.value === '-144.24')).toMatchObject({
      label: 'Paid back to you',
    })
  })

  it('has parts that add up to their totals together with the earlier deductions', () => {
    for (const before of [[], [bought], [sold], [bought, sold]])
      for (const values of [
        { trade: 'buy', 'buy-days': '5' },
        { trade: 'sell', 'sell-days': '2' },
      ])
        for (const part of priced(holidayTrading, values, 3, before).parts)
          expect(part.shares.reduce((sum, share) => sum + BigInt(share), BigInt(part.taken?.amount ?? 0))).toBe(
            BigInt(part.total),
          )
  })
})
