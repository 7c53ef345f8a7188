import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { optionsOf } from '../../domain/definition/price-methods.ts'
import { type DefinitionFault, hasLevel } from '../../domain/selections/option-checks.rules.ts'
import type { RangeOption, YearlyIncrease } from '../../domain/definition/options.ts'
import { compareDecimals, fromDecimal, isMultipleOf } from '../../domain/pricing/rational.ts'

export function* yearlyIncreaseFaults(definition: BenefitDefinition): Generator<DefinitionFault> {
  for (const [index, option] of definition.options.entries()) {
    if (option.kind !== 'range' || !option.rise) continue
    for (const [key, message] of faultsOf(definition, option, option.rise))
      yield { path: ['options', index, 'rise', key], message }
  }
}

function* faultsOf(
  { options, price }: BenefitDefinition,
  { code, min, step }: RangeOption,
  { by, upTo, onlyWhen }: YearlyIncrease,
): Generator<[keyof YearlyIncrease, string]> {
  if (compareDecimals(by, '0') <= 0 || !onSteps(by, step))
    yield ['by', `The yearly increase must be ${step} or a multiple of it`]
  // `upTo` may exceed the option's maximum; the increase then stops at the maximum.
  if (upTo !== undefined && compareDecimals(upTo, min) < 0)
    yield ['upTo', `The yearly increase cannot end below ${min}`]
  if (onlyWhen && !options.some(({ kind, code: other }) => kind === 'levels' && other === onlyWhen.option))
    yield ['onlyWhen', `There is no option '${onlyWhen.option}' of levels`]
  else if (onlyWhen && !hasLevel(options, onlyWhen.option, onlyWhen.is))
    yield ['onlyWhen', `The option '${onlyWhen.option}' has no level '${onlyWhen.is}'`]
  for (const { price: method } of price) {
    const { levels, numbers } = optionsOf(method)
    if (![...levels, ...numbers].includes(code)) continue
    if (method.method === 'quoted') yield ['by', 'A partner prices this value, so it cannot increase by itself']
    else if (method.method === 'days' || (method.method === 'order' && method.spread !== 'each-month'))
      yield ['by', 'A single purchase cannot increase by itself']
  }
}

function onSteps(by: string, step: string): boolean {
  return compareDecimals(step, '0') <= 0 || isMultipleOf(fromDecimal(by), fromDecimal(step))
}
