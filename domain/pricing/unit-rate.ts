import { type Context, recordRate } from './price-context.ts'
import { coverOf } from './cover.ts'
import type { MethodPrice } from './method-price.ts'
import type { PriceMethodOf } from '../definition/price-methods.ts'
import { premiumFor } from './premium.ts'
import { priceMessages } from './price.messages.ts'

/** Prices cover / `per` × one rate for all employees, as for core life assurance. The rate table has one row. */
export function priceUnitRate(context: Context, price: PriceMethodOf<'unit-rate'>): MethodPrice {
  const cover = coverOf(context, price.cover, 'employee')
  const rate = recordRate(context, {
    code: price.rates,
    keys: {},
    column: price.column,
    label: priceMessages.rate(price.per),
    unit: 'rate',
  })
  return {
    yearly: premiumFor(context, { cover, rate, per: price.per, every: price.every }),
    spread: { kind: 'recurring' },
  }
}
