import { rangeFor } from './choice.rules.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { Choice } from '../definition/options.ts'
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
import { isIncreaseAccepted, type IncreaseDay, type IncreasingOption } from './yearly-increase.rules.ts'
import { isNumber } from '../definition/decimal.ts'

type IncreaseRequest = Pick<BenefitDefinition, 'options' | 'approval'>

/** Returns the increased choice; undefined if unchanged. The choice never exceeds the highest value that needs no approval. */
export function withYearlyIncreases(
  definition: IncreaseRequest,
  choice: Choice,
  { options, facts, heldAtYearStart }: Pick<IncreaseDay, 'options'> & { facts: PersonFacts; heldAtYearStart?: Choice },
): Choice | undefined {
  const higher = options.flatMap((option) => {
    const value = choice.values[option.code]
    // The value may be a level from before the option became a range.
    if (value === undefined || !isNumber(value) || !isIncreaseAccepted(option, choice)) return []
    const next = stepFrom(definition, option, { value, facts, ...(heldAtYearStart && { heldAtYearStart }) })
    return next === undefined ? [] : [[option.code, next] as const]
  })
  return higher.length === 0 ? undefined : { ...choice, values: { ...choice.values, ...Object.fromEntries(higher) } }
}

function stepFrom(
  { approval }: IncreaseRequest,
  option: IncreasingOption,
  { value, facts, heldAtYearStart }: { value: string; facts: PersonFacts; heldAtYearStart?: Choice },
): string | undefined {
  if (option.maxByTaxBand && !facts.taxBand) return undefined
  const { rise: increase, min, step } = option
  const { max } = rangeFor(option, { facts, ...(heldAtYearStart && { heldAtYearStart }) })
  const consent = typeof approval === 'object' && approval.when.option === option.code ? approval.when.above : max
  const [from, least] = [fromDecimal(value), fromDecimal(min)]
  const next = [max, increase.upTo ?? max, consent]
    .map(fromDecimal)
    .reduce(smaller, add(from, fromDecimal(increase.by)))
  if (compare(next, from) <= 0) return undefined
  const { numerator: over, denominator: under } = divide(subtract(next, least), fromDecimal(step))
  const onStep = add(least, multiply(fromInteger(over / under), fromDecimal(step)))
  return compare(onStep, from) > 0 ? toDecimal(onStep) : undefined
}
