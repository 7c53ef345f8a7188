import { formMessages } from '../../contract/messages.ts'
import { beamMessages } from './setup.messages.ts'
import { choiceMessages } from './choice.messages.ts'
import type { BenefitOption, Choice, LevelsOption, RangeOption } from '../definition/options.ts'
import { familyFault } from './people-covered.rules.ts'
import {
  type Rational,
  add,
  compare,
  fromDecimal,
  isMultipleOf,
  multiply,
  smaller,
  subtract,
  toDecimal,
} from '../pricing/rational.ts'
import { mayBeUnanswered } from './yearly-increase.rules.ts'
import { isNumber } from '../definition/decimal.ts'
import type { ChoiceRequest, ChoiceFaults } from './choice-request.ts'

/** Checks that a choice answers every required option within its limits, and no other option (S-74). */
export function checkChoice(request: ChoiceRequest): ChoiceFaults {
  const faults: ChoiceFaults = {}
  const { definition, choice } = request
  const visible = visibleOptions(request)
  for (const option of visible) {
    const fault = option.kind === 'people' ? familyFault(request, option) : valueFault(request, option)
    if (fault) faults[option.code] = fault
  }
  for (const code of Object.keys(choice.values)) {
    if (!visible.some((option) => option.code === code && option.kind !== 'people'))
      faults[code] ??= choiceMessages.notAsked
  }
  if (choice.people.length > 0 && !definition.options.some((option) => option.kind === 'people'))
    faults['people'] ??= choiceMessages.peopleNotAsked
  return Object.keys(faults).length > 0 ? faults : holidayFaults(request)
}

export function visibleOptions({
  definition,
  choice,
  facts,
}: Pick<ChoiceRequest, 'definition' | 'choice' | 'facts'>): BenefitOption[] {
  return definition.options.filter(({ onlyWhen }) => {
    if (!onlyWhen) return true
    const deciding = definition.options.find((option) => option.code === onlyWhen.option)
    if (deciding?.kind !== 'people') return choice.values[onlyWhen.option] === onlyWhen.is
    return facts.family.some((member) => member.relation === onlyWhen.is && choice.people.includes(member.id))
  })
}

/** Returns a person's limits for a number. The maximum is the lowest of the benefit's, the tax band's and the increase's limits. */
export function rangeFor(
  option: RangeOption,
  { facts, heldAtYearStart }: Pick<ChoiceRequest, 'facts' | 'heldAtYearStart'>,
): { min: string; max: string; step: string } {
  const band = option.maxByTaxBand && facts.taxBand ? option.maxByTaxBand[facts.taxBand] : option.max
  const reach = reachFrom(option, heldAtYearStart)
  const limits = [fromDecimal(option.max), fromDecimal(band), ...(reach ? [reach] : [])]
  return { min: option.min, max: toDecimal(limits.reduce(smaller)), step: option.step }
}

function valueFault(request: ChoiceRequest, option: LevelsOption | RangeOption): string | undefined {
  const value = request.choice.values[option.code]
  if (value === undefined || value === '')
    return mayBeUnanswered(request.definition, option.code) ? undefined : formMessages.required
  if (option.kind === 'levels')
    return option.levels.some((level) => level.code === value) ? undefined : choiceMessages.unknownLevel
  return numberFault(request, option, value)
}

function numberFault(request: ChoiceRequest, option: RangeOption, value: string): string | undefined {
  if (!isNumber(value)) return choiceMessages.notANumber
  if (option.maxByTaxBand && !request.facts.taxBand) return choiceMessages.taxBandMissing

  const number = fromDecimal(value)
  const { min, max, step } = rangeFor(option, request)
  const reach = reachFrom(option, request.heldAtYearStart)
  if (reach && compare(number, reach) > 0 && compare(number, fromDecimal(option.max)) <= 0)
    return choiceMessages.maxRise(toDecimal(reach))
  if (compare(number, fromDecimal(min)) < 0 || compare(number, fromDecimal(max)) > 0) {
    const because = option.maxByTaxBand && request.facts.taxBandBecause
    return because ? choiceMessages.because(beamMessages.range(min, max), because) : beamMessages.range(min, max)
  }
  if (option.unit === 'pounds' && !isMultipleOf(number, fromDecimal('0.01'))) return choiceMessages.step('0.01', min)
  if (isMultipleOf(subtract(number, fromDecimal(min)), fromDecimal(step))) return undefined
  return option.unit === 'days' && step === '1' ? choiceMessages.wholeDays : choiceMessages.step(step, min)
}

function reachFrom(option: RangeOption, current: Choice | undefined): Rational | undefined {
  if (option.maxRise === undefined) return undefined
  const value = current?.values[option.code]
  const from = value !== undefined && isNumber(value) ? value : (option.default ?? option.min)
  return add(fromDecimal(from), fromDecimal(option.maxRise))
}

/** The statutory days (28 full time, pro rata) cannot be sold: Working Time Regulations 1998, regs 13 and 13A. */
function holidayFaults({ definition, choice, facts }: ChoiceRequest): ChoiceFaults {
  for (const { price } of definition.price) {
    if (price.method !== 'days' || !price.sellDays || choice.values[price.trade] !== 'sell') continue
    if (facts.fte === '0') return { [price.sellDays]: choiceMessages.hoursUnknown }
    const share = fromDecimal(facts.fte)
    const sold = fromDecimal(choice.values[price.sellDays] ?? '0')
    const minimum = multiply(fromDecimal(price.statutoryDays), share)
    const left = subtract(multiply(fromDecimal(price.entitlementDays), share), sold)
    if (compare(left, minimum) < 0) return { [price.sellDays]: choiceMessages.holidayLeft(toDecimal(minimum)) }
  }
  return {}
}
