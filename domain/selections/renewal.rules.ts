import type { BenefitDefinition } from '../definition/definition.ts'
import type { BenefitOption, Choice, RangeOption } from '../definition/options.ts'
import { rangeFor } from './choice.rules.ts'
import type { PersonFacts } from '../pricing/price-facts.ts'
import {
  add,
  compare,
  divide,
  fromDecimal,
  multiply,
  smaller,
  subtract,
  toDecimal,
  fromInteger,
} from '../pricing/rational.ts'
import { isNumber } from '../definition/decimal.ts'

/** Effect of a new scheme year on a selection. `runs-out`: an order, whose instalments continue unchanged. */
export type Renewal = 'continue' | 'map' | 'end' | 'runs-out'

type Renewed = Pick<BenefitDefinition, 'renewal' | 'price'>

export function renewalOf({ renewal, price }: Renewed): Renewal {
  if (isOrder({ price })) return 'runs-out'
  // Holiday days are bought and sold for one year.
  return renewal ?? (price.some(({ price: each }) => each.method === 'days') ? 'end' : 'continue')
}

export function isOrder({ price }: Pick<BenefitDefinition, 'price'>): boolean {
  return price.some(({ price: each }) => each.method === 'order' && each.spread !== 'each-month')
}

export type CappedValue = { option: string; from: string; to: string }

export function isMinimumRaised({ from, to }: CappedValue): boolean {
  return compare(fromDecimal(from), fromDecimal(to)) < 0
}

/** Converts a choice to next year's options by `renewsAs`, defaults and limits. People covered do not change. */
export function renewedValues(
  values: Choice['values'],
  { before, after, facts }: { before: BenefitDefinition; after: BenefitDefinition; facts?: PersonFacts },
): { values: Choice['values']; capped: CappedValue[] } {
  const capped: CappedValue[] = []
  const renewed: Choice['values'] = {}
  for (const option of after.options) {
    if (option.kind === 'people') continue
    const value = renewedValue(option)
    if (value === undefined) continue
    const allowed = option.kind === 'range' && isNumber(value) ? withinLimits(value, limitsOf(option)) : value
    renewed[option.code] = allowed
    if (allowed !== value) capped.push({ option: option.code, from: value, to: allowed })
  }
  const required = after.options.filter(isAsked).map(({ code }) => code)
  return {
    values: Object.fromEntries(Object.entries(renewed).filter(([code]) => required.includes(code))),
    capped: capped.filter(({ option }) => required.includes(option)),
  }

  function renewedValue(option: Exclude<BenefitOption, { kind: 'people' }>): string | undefined {
    const current = values[option.code]
    if (current === undefined)
      return before.options.some(({ code }) => code === option.code) ? undefined : option.default
    const becomes = after.renewsAs?.[option.code]
    return becomes === 'removed' ? option.default : (becomes?.[current] ?? current)
  }

  function limitsOf(option: RangeOption) {
    return facts ? rangeFor(option, { facts, heldAtYearStart: { values, people: [] } }) : option
  }

  function isAsked({ code, onlyWhen }: BenefitOption): boolean {
    if (!onlyWhen) return true
    const deciding = after.options.find((option) => option.code === onlyWhen.option)
    return deciding?.kind === 'people' ? values[code] !== undefined : renewed[onlyWhen.option] === onlyWhen.is
  }
}

function withinLimits(value: string, { min, max, step }: Pick<RangeOption, 'min' | 'max' | 'step'>): string {
  const [number, lowest] = [fromDecimal(value), fromDecimal(min)]
  const above = subtract(smaller(number, fromDecimal(max)), lowest)
  if (compare(above, fromInteger(0)) <= 0) return min
  const width = fromDecimal(step)
  const steps = divide(above, width)
  const nearest = add(lowest, multiply(fromInteger(steps.numerator / steps.denominator), width))
  return compare(nearest, number) === 0 ? value : toDecimal(nearest)
}
