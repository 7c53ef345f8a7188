import { type Context, chosenCode, chosenLabels, peopleCovered, recordRate, tierOf } from './context.ts'
import type { MethodPrice } from './method.ts'
import type { PriceMethodOf } from '../definition/methods.ts'
import { priceMessages } from './price.messages.ts'
import { yearlyAmount } from './yearly.ts'

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
