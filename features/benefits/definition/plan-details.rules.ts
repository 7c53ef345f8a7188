import { isNumber } from '../choosing/choice-values.rules.ts'
import type { BenefitDefinition } from './definition.ts'
import type { BenefitOption, Choice } from './options.ts'
import { showNumber } from '../setup/setup.rules.ts'

export type PlanDetail = { label: string; value: string }

/** What was chosen, as screens, approvals and histories show it: a line for each level and number, in the benefit's order. */
export function planDetailsOf({ options }: Pick<BenefitDefinition, 'options'>, choice: Choice): PlanDetail[] {
  return options.flatMap((option) => {
    const value = choice.values[option.code]
    return value === undefined ? [] : [{ label: option.label, value: inWords(option, value) }]
  })
}

function inWords(option: BenefitOption, value: string): string {
  switch (option.kind) {
    case 'levels':
      // A level that the scheme no longer has keeps the name it was stored by.
      return option.levels.find((level) => level.code === value)?.label ?? value
    case 'range':
      // So does a level of what is a range by now.
      return isNumber(value) ? showNumber(option, Number(value)) : value
    case 'people':
      return value
  }
}
