import { type Context, schemeSource } from './price-context.ts'
import { priceMessages } from './price.messages.ts'
import type { TracedFigure } from './trace.ts'

export function yearlyAmount(context: Context, amount: TracedFigure, every: 'month' | 'year'): TracedFigure {
  if (every === 'year') return amount
  return context.derivation.step({
    rule: 'twelve-months',
    label: priceMessages.yearly(amount.label),
    unit: 'pounds',
    inputs: [amount],
    ...schemeSource(context),
  })
}
