import { type Context, earlierParts, schemeSource, yearlyAmount } from './price-context.ts'
import { priceMessages } from './price.messages.ts'
import type { TracedFigure } from './trace.ts'

/** Returns cover / per × rate a year. Monthly premiums are rounded half up to the penny before they are multiplied by 12. */
export function premiumFor(
  context: Context,
  {
    cover,
    rate,
    of,
    per,
    every,
  }: {
    cover: TracedFigure
    rate: TracedFigure
    /** Key of a premium: person insured and cell of the rate table. Parts with the same key share one premium. */
    of: string
    per: number
    every: 'month' | 'year'
  },
): TracedFigure {
  const { derivation } = context
  const scheme = schemeSource(context)
  const unit = derivation.given(priceMessages.per, String(per), 'pounds', scheme)
  const earlier = earlierParts(context.earlier.covers, { key: [of, per, every].join(' '), part: cover })
  const premium = derivation.step({
    rule: earlier.length > 0 ? 'further-premium' : 'premium',
    label: priceMessages.amount,
    inputs: [cover, unit, rate, ...earlier],
    ...scheme,
  })
  return yearlyAmount(context, premium, every)
}
