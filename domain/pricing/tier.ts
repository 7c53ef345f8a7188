import { type Context, chosenCode, chosenLabels, peopleCovered, recordRate, tierOf } from './price-context.ts'
import type { MethodPrice } from './method-price.ts'
import type { PriceMethodOf } from '../definition/price-methods.ts'
import { priceMessages } from './price.messages.ts'
import { yearlyAmount } from './yearly-amount.ts'

export function priceTier(context: Context, price: PriceMethodOf<'tier'>): MethodPrice {
  const tier = context.tier ?? tierOf(peopleCovered(context))
  const keys = { tier, ...Object.fromEntries(price.by.map((option) => [option, chosenCode(context, option)])) }
  const amount = recordRate(context, {
    code: price.rates,
    keys,
    column: price.column,
    label: priceMessages.amountFor(chosenLabels(context, price.by), priceMessages.tier[tier], price.includes),
    unit: 'pounds',
  })
  return { yearly: yearlyAmount(context, amount, price.every), spread: { kind: 'recurring' } }
}
