import type { Pence } from '../../contract/money.ts'
import { type Context, chosenNumber, earlierParts, salaryOf, schemeSource } from './price-context.ts'
import type { CoverRule, Quantity } from '../definition/price-methods.ts'
import { digitsFromPence, penceFromDigits } from './money.ts'
import { priceMessages } from './price.messages.ts'
import type { TracedFigure } from './trace.ts'

/** Returns the sum insured to charge. Cover above the free cover limit is pending (BENEFIT-32). */
export function chargedCover(context: Context, cover: CoverRule, life: 'employee' | 'partner'): TracedFigure {
  const selected = chosenCover(context, cover, life)
  const soFar = context.cover[life]
  soFar.selected += penceFromDigits(selected.value)
  const effective = withinFreeCover(context, selected, life)
  soFar.effective += penceFromDigits(effective.value)
  return effective
}

function chosenCover(context: Context, cover: CoverRule, life: 'employee' | 'partner'): TracedFigure {
  if (cover.of === 'chosen') return chosenNumber(context, cover.option)
  const salary = salaryOf(context, cover.salary, digitsFromPence)
  const multiple = cover.of === 'salary-multiple'
  const counted = multiple
    ? quantityOf(context, cover.times, { label: priceMessages.times, unit: 'multiple' })
    : quantityOf(context, cover.percent, { label: priceMessages.percent, unit: 'percent' })
  const key = [life, cover.of, cover.salary].join(' ')
  const earlier = earlierParts(context.earlier.quantities, { key, part: counted })
  const amount = context.derivation.step({
    rule: coverRules[cover.of][earlier.length > 0 ? 'further' : 'first'],
    label: priceMessages.cover,
    inputs: [salary, counted, ...earlier],
    ...schemeSource(context),
  })
  return cover.max === undefined
    ? amount
    : heldTo(context, amount, {
        limit: penceFromDigits(cover.max.toFixed(2)),
        label: priceMessages.largestCover,
        result: priceMessages.cover,
      })
}

const coverRules = {
  'salary-multiple': { first: 'salary-multiple', further: 'further-multiple' },
  'salary-percent': { first: 'percent-of', further: 'further-percent-of' },
} as const

export function quantityOf(
  context: Context,
  quantity: Quantity,
  named: { label: string; unit: 'multiple' | 'percent' },
): TracedFigure {
  const { derivation } = context
  const scheme = schemeSource(context)
  if (typeof quantity === 'string') return derivation.given(named.label, quantity, named.unit, scheme)
  let counted = chosenNumber(context, quantity.option)
  if (quantity.upTo !== undefined) {
    const upTo = derivation.given(priceMessages.upTo, quantity.upTo, named.unit, scheme)
    counted = derivation.step({
      rule: 'smaller-of',
      label: named.label,
      unit: named.unit,
      inputs: [counted, upTo],
      ...scheme,
    })
  }
  if (quantity.above === undefined) return counted
  const before = derivation.given(priceMessages.counted, quantity.above, named.unit, scheme)
  return derivation.step({
    rule: 'beyond',
    label: priceMessages.beyond,
    unit: named.unit,
    inputs: [counted, before],
    ...scheme,
  })
}

function withinFreeCover(context: Context, selected: TracedFigure, life: 'employee' | 'partner'): TracedFigure {
  const limit = context.definition.medical?.freeCoverLimit
  if (limit === undefined) return selected
  const free = penceFromDigits(limit.toFixed(2))
  const accepted = context.decidedCover?.[life]?.accepted ?? 0n
  const left = (accepted > free ? accepted : free) - context.cover[life].effective
  return heldTo(context, selected, {
    limit: left,
    label: priceMessages.limitLeft,
    result: priceMessages.effectiveCover,
  })
}

function heldTo(
  context: Context,
  amount: TracedFigure,
  { limit, label, result }: { limit: Pence; label: string; result: string },
): TracedFigure {
  if (penceFromDigits(amount.value) <= limit) return amount
  const scheme = schemeSource(context)
  const largest = context.derivation.given(label, digitsFromPence(limit), 'pounds', scheme)
  return context.derivation.step({ rule: 'smaller-of', label: result, inputs: [amount, largest], ...scheme })
}
