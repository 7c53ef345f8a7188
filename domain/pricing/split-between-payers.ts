import { type Context, schemeSource } from './price-context.ts'
import type { PriceComponent } from '../definition/price-methods.ts'
import { priceMessages } from './price.messages.ts'
import type { TracedFigure } from './trace.ts'

export function splitBetweenPayers(
  context: Context,
  { label, paidBy }: PriceComponent,
  {
    yearly,
    upTo,
  }: {
    yearly: TracedFigure
    upTo: (core: { tier?: Context['tier']; values: Record<string, string> }) => TracedFigure | undefined
  },
): { employee?: TracedFigure; employer?: TracedFigure } {
  if (paidBy === 'employee') return { employee: yearly }
  if (paidBy === 'employer') return { employer: yearly }

  const { derivation } = context
  const scheme = schemeSource(context)
  const offered = employerOffer()
  const employer = derivation.step({
    rule: 'smaller-of',
    label: priceMessages.employerShare(label),
    inputs: [yearly, offered],
    ...scheme,
  })
  const employee = derivation.step({
    rule: 'difference',
    label: priceMessages.employeeShare(label),
    inputs: [yearly, employer],
    ...scheme,
  })
  return { employee, employer }

  function employerOffer(): TracedFigure {
    if (typeof paidBy === 'string') return yearly
    if ('employerUpTo' in paidBy) return upTo(paidBy.employerUpTo) ?? yearly
    if ('employerAmount' in paidBy)
      return derivation.given(priceMessages.employerFixed, paidBy.employerAmount.toFixed(2), 'pounds', scheme)
    const percent = derivation.given(priceMessages.employerPercent, paidBy.employerPercent, 'percent', scheme)
    const share = derivation.step({
      rule: 'percent-of',
      label: priceMessages.employerShare(label),
      inputs: [yearly, percent],
      ...scheme,
    })
    if (paidBy.capPerYear === undefined) return share
    const cap = derivation.given(priceMessages.employerCap, paidBy.capPerYear.toFixed(2), 'pounds', scheme)
    return derivation.step({
      rule: 'smaller-of',
      label: priceMessages.employerFixed,
      inputs: [share, cap],
      ...scheme,
    })
  }
}
