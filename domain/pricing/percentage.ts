import { type Context, chosenNumber, salaryOf, schemeSource } from './price-context.ts'
import { quantityOf } from './cover.ts'
import type { MethodPrice } from './method-price.ts'
import type { PriceMethodOf } from '../definition/price-methods.ts'
import { digitsOf } from './money.ts'
import { priceMessages } from './price.messages.ts'
import { compareDecimals } from './rational.ts'
import type { Traced } from './trace.ts'

export function pricePercentage(context: Context, price: PriceMethodOf<'percentage'>): MethodPrice {
  const percent = price.match
    ? matchedPercent(context, price.match)
    : quantityOf(context, price.percent ?? '0', { label: priceMessages.percent, unit: 'percent' })
  const salary = salaryOf(context, price.salary, digitsOf)
  const yearly = context.derivation.step({
    rule: 'percent-of',
    label: priceMessages.amount,
    unit: 'pounds',
    inputs: [salary, percent],
    ...schemeSource(context),
  })
  return { yearly, spread: { kind: 'recurring' }, ofEachPay: true }
}

/** Returns the employer's percentage of the highest step that the employee's percentage reaches; 0 below the first. */
function matchedPercent(context: Context, match: NonNullable<PriceMethodOf<'percentage'>['match']>): Traced {
  const own = chosenNumber(context, match.option).value
  const reached = match.steps
    .filter((step) => compareDecimals(step.from, own) <= 0)
    .toSorted((a, b) => compareDecimals(b.from, a.from))[0]
  return context.derivation.given(
    priceMessages.matched(own),
    reached?.employer ?? '0',
    'percent',
    schemeSource(context),
  )
}
