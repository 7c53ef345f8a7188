import { type Context, chosen, schemeSource } from './context.ts'
import type { MethodPrice } from './method.ts'
import type { PriceMethodOf } from './methods.ts'
import { priceMessages } from './price.messages.ts'
import { takenOfOrder } from './taken.rules.ts'
import { yearlyFrom } from './yearly.ts'

/** A thing bought: its value over a number of pay days, or the chosen amount each month until changed. */
export function priceOrder(context: Context, price: PriceMethodOf<'order'>): MethodPrice {
  const value = chosen(context, price.option)
  if (price.spread === 'each-month')
    return { yearly: yearlyFrom(context, value, 'month'), spread: { kind: 'recurring' } }

  const { derivation, facts, on } = context
  const scheme = schemeSource(context)
  const count = price.spread.instalments
  const instalments = derivation.given(priceMessages.instalments, String(count), 'number', scheme)
  const payDays = derivation.given(priceMessages.payDays, String(facts.payPeriods), 'number', {
    source: priceMessages.employmentFacts,
    effectiveDate: on,
  })
  const yearly = derivation.step({
    rule: 'within-a-year',
    label: priceMessages.withinAYear,
    unit: 'pounds',
    inputs: [value, instalments, payDays, ...takenOfOrder(context.taken ?? [])],
    ...scheme,
  })
  return { yearly, spread: { kind: 'instalments', count }, orderTotal: value }
}
