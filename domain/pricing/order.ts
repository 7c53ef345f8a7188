import { type Context, chosenNumber, schemeSource } from './price-context.ts'
import type { MethodPrice } from './method-price.ts'
import type { PriceMethodOf } from '../definition/price-methods.ts'
import { priceMessages } from './price.messages.ts'
import { deductedForOrder } from './deductions-to-date.rules.ts'
import { yearlyAmount } from './yearly-amount.ts'

export function priceOrder(context: Context, price: PriceMethodOf<'order'>): MethodPrice {
  const value = chosenNumber(context, price.option)
  if (price.spread === 'each-month')
    return { yearly: yearlyAmount(context, value, 'month'), spread: { kind: 'recurring' } }

  const { derivation, facts, on } = context
  const scheme = schemeSource(context)
  const months = derivation.given(priceMessages.monthsOfHire, String(price.spread.instalments), 'number', scheme)
  const payDays = derivation.given(priceMessages.payDays, String(facts.payPeriods), 'number', {
    source: priceMessages.employmentFacts,
    effectiveDate: on,
  })
  const instalments = derivation.step({
    rule: 'pay-days-of-hire',
    label: priceMessages.instalments,
    unit: 'number',
    inputs: [months, payDays],
    ...scheme,
  })
  const { payDaysInEmployment: payDaysThereAre } = context
  const reached =
    payDaysThereAre === undefined
      ? instalments
      : derivation.step({
          rule: 'smaller-of',
          label: priceMessages.instalmentsInEmployment,
          unit: 'number',
          inputs: [
            instalments,
            derivation.given(priceMessages.payDaysInEmployment, String(Math.max(1, payDaysThereAre)), 'number', {
              source: priceMessages.employmentFacts,
              effectiveDate: on,
            }),
          ],
          ...scheme,
        })
  const yearly = derivation.step({
    rule: 'within-a-year',
    label: priceMessages.withinAYear,
    unit: 'pounds',
    inputs: [value, reached, payDays, ...deductedForOrder(context.taken ?? [])],
    ...scheme,
  })
  return { yearly, spread: { kind: 'instalments', count: Number(reached.value) }, orderTotal: value }
}
