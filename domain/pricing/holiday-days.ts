import { type Context, NotPriced, chosenNumber, chosenCode, salaryOf, schemeSource } from './price-context.ts'
import type { MethodPrice } from './method-price.ts'
import type { PriceMethodOf } from '../definition/price-methods.ts'
import { digitsOf } from './money.ts'
import { priceMessages } from './price.messages.ts'

/** Prices holiday bought or sold: salary / working days × days, whatever the hours. Five days at £45,000 are £865.38. */
export function priceDays(context: Context, price: PriceMethodOf<'days'>): MethodPrice {
  const sold = chosenCode(context, price.trade) === 'sell'
  const option = sold ? price.sellDays : price.buyDays
  if (!option) throw new NotPriced('choice-incomplete', priceMessages.chooseFirst(price.trade))

  const { derivation } = context
  const scheme = schemeSource(context)
  const days = chosenNumber(context, option)
  const salary = salaryOf(context, price.salary, digitsOf)
  const workingDays = derivation.given(priceMessages.workingDays, String(price.workingDays), 'days', scheme)
  const yearly = derivation.step({
    rule: 'value-of-days',
    label: sold ? priceMessages.daysSold : priceMessages.daysBought,
    unit: 'pounds',
    inputs: [salary, workingDays, days],
    ...scheme,
  })
  return { yearly, spread: { kind: 'rest-of-year' }, sold }
}
