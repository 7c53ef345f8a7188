import { type Context, chosenNumber, chosenCode, chosenLabels, recordRate, schemeSource } from './price-context.ts'
import type { MethodPrice } from './method-price.ts'
import type { PriceMethodOf } from '../definition/price-methods.ts'
import { priceMessages } from './price.messages.ts'
import type { Traced } from './trace.ts'
import { yearlyAmount } from './yearly-amount.ts'

export function priceFlat(context: Context, price: PriceMethodOf<'flat'>): MethodPrice {
  return { yearly: yearlyAmount(context, amountOf(context, price.amount), price.every), spread: { kind: 'recurring' } }
}

function amountOf(context: Context, amount: PriceMethodOf<'flat'>['amount']): Traced {
  if ('fixed' in amount)
    return context.derivation.given(priceMessages.amount, amount.fixed.toFixed(2), 'pounds', schemeSource(context))
  if ('option' in amount) return chosenNumber(context, amount.option)
  const keys = Object.fromEntries(amount.by.map((option) => [option, chosenCode(context, option)]))
  return recordRate(context, {
    code: amount.rates,
    keys,
    column: amount.column,
    label: priceMessages.amountOf(chosenLabels(context, amount.by)),
    unit: 'pounds',
  })
}
