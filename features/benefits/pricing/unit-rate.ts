import { type Context, rateBy } from './context.ts'
import { coverOf } from './cover.ts'
import type { MethodPrice } from './method.ts'
import type { PriceMethodOf } from './methods.ts'
import { premiumFor } from './premium.ts'
import { priceMessages } from './price.messages.ts'

/** cover / 1,000 × one rate for everybody: core life assurance. The table has one row. */
export function priceUnitRate(context: Context, price: PriceMethodOf<'unit-rate'>): MethodPrice {
  const cover = coverOf(context, price.cover, 'employee')
  const rate = rateBy(context, {
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
