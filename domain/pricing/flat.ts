import { type Context, chosen, chosenCode, chosenLabels, rateBy, schemeSource } from './context.ts'
import type { MethodPrice } from './method.ts'
import type { PriceMethodOf } from '../definition/methods.ts'
import { priceMessages } from './price.messages.ts'
import type { Traced } from './trace.ts'
import { yearlyFrom } from './yearly.ts'

export function priceFlat(context: Context, price: PriceMethodOf<'flat'>): MethodPrice {
  return { yearly: yearlyFrom(context, amountOf(context, price.amount), price.every), spread: { kind: 'recurring' } }
}

function amountOf(context: Context, amount: PriceMethodOf<'flat'>['amount']): Traced {
  if ('fixed' in amount)
    return context.derivation.given(priceMessages.amount, amount.fixed.toFixed(2), 'pounds', schemeSource(context))
  if ('option' in amount) return chosen(context, amount.option)
  const keys = Object.fromEntries(amount.by.map((option) => [option, chosenCode(context, option)]))
  return rateBy(context, {
    code: amount.rates,
    keys,
    column: amount.column,
    label: priceMessages.amountOf(chosenLabels(context, amount.by)),
    unit: 'pounds',
  })
}
