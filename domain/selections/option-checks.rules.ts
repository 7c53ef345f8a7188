import { coversPartners } from './people-covered.rules.ts'
import type { BenefitOption } from '../definition/options.ts'
import { isNumber } from '../definition/decimal.ts'

export type DefinitionFault = { path: (string | number)[]; message: string }

export function valueFault(options: readonly BenefitOption[], name: string, value: string): string | undefined {
  const option = options.find(({ code }) => code === name)
  if (option === undefined || option.kind === 'people') return `There is no option "${name}"`
  if (option.kind === 'range') return isNumber(value) ? undefined : `${name} "${value}" is not a number`
  return option.levels.some(({ code }) => code === value) ? undefined : `The option "${name}" has no level "${value}"`
}

export function optionKind(options: readonly BenefitOption[], name: string, kinds: BenefitOption['kind'][]): boolean {
  return options.some((option) => option.code === name && kinds.includes(option.kind))
}

export function hasLevel(options: readonly BenefitOption[], name: string, level: string): boolean {
  const option = options.find((one) => one.code === name)
  if (option?.kind === 'people') return level === 'partner' && coversPartners(option)
  return option?.kind === 'levels' && option.levels.some((one) => one.code === level)
}
