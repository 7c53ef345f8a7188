import type { BenefitDefinition } from '../definition/definition.ts'
import type { BenefitOption, Choice } from '../definition/options.ts'
import { showNumber } from './setup.rules.ts'
import { isNumber } from '../definition/decimal.ts'

export type PlanDetail = { label: string; value: string }

export function planDetailsOf({ options }: Pick<BenefitDefinition, 'options'>, choice: Choice): PlanDetail[] {
  return options.flatMap((option) => {
    const value = choice.values[option.code]
    return value === undefined ? [] : [{ label: option.label, value: inWords(option, value) }]
  })
}

export function planDetailsWithoutHealth(
  { options, price }: Pick<BenefitDefinition, 'options' | 'price'>,
  choice: Choice,
): PlanDetail[] {
  const ofHealth = new Set(price.flatMap(({ price: part }) => ('smoker' in part ? (part.smoker?.option ?? []) : [])))
  return planDetailsOf({ options: options.filter(({ code }) => !ofHealth.has(code)) }, choice)
}

function inWords(option: BenefitOption, value: string): string {
  switch (option.kind) {
    case 'levels':
      return option.levels.find((level) => level.code === value)?.label ?? value
    case 'range':
      return isNumber(value) ? showNumber(option, Number(value)) : value
    case 'people':
      return value
  }
}
