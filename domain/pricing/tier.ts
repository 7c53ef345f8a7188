import { type Context, chosenCode, chosenLabels, peopleCovered, rateBy, tierOf } from './context.ts'
import type { MethodPrice } from './method.ts'
import type { PriceMethodOf } from '../definition/methods.ts'
import { priceMessages } from './price.messages.ts'
import { yearlyFrom } from './yearly.ts'

export function priceTier(context: Context, price: PriceMethodOf<'tier'>): MethodPrice {
  const tier = context.tier ?? tierOf(peopleCovered(context))
  const keys = { tier, ...Object.fromEntries(price.by.map((option) => [option, chosenCode(context, option)])) }
  const amount = rateBy(context, {
    code: price.rates,
    keys,
    column: price.column,
    label: priceMessages.amountFor(chosenLabels(context, price.by), priceMessages.tier[tier], price.includes),
    unit: 'pounds',
  })
  return { yearly: yearlyFrom(context, amount, price.every), spread: { kind: 'recurring' } }
}
