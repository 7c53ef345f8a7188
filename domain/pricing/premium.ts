import { type Context, schemeSource } from './price-context.ts'
import { priceMessages } from './price.messages.ts'
import type { TracedFigure } from './trace.ts'
import { yearlyAmount } from './yearly-amount.ts'

/** Returns cover / per × rate a year. Monthly premiums are rounded half up to the penny before they are multiplied by 12. */
export function premiumFor(
  context: Context,
  { cover, rate, per, every }: { cover: TracedFigure; rate: TracedFigure; per: number; every: 'month' | 'year' },
): TracedFigure {
  const { derivation } = context
  const scheme = schemeSource(context)
  const unit = derivation.given(priceMessages.per, String(per), 'pounds', scheme)
  const premium = derivation.step({
    rule: 'premium',
    label: priceMessages.amount,
    unit: 'pounds',
    inputs: [cover, unit, rate],
    ...scheme,
  })
  return yearlyAmount(context, premium, every)
}
