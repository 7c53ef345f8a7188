import type { SetupValue, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { choiceMessages } from '../../domain/selections/choice.messages.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { type BenefitOption, type Choice, partnerAnswers } from '../../domain/definition/options.ts'
import { coversPartners } from '../../domain/selections/people-covered.rules.ts'
import { partnerElsewhere } from '../../domain/selections/partner-cover-elsewhere.rules.ts'
import { isNumber } from '../../domain/definition/decimal.ts'
import type { ChoiceFaults } from '../../domain/selections/choice-request.ts'

/** Reads a choice from setup values. Wrong types and unknown fields are faults; `checkChoice` checks the rest. */
export function readChoice(
  { options }: Pick<BenefitDefinition, 'options'>,
  values: SetupValues,
): { choice: Choice; faults: ChoiceFaults } {
  const choice: Choice = { values: {}, people: [] }
  const faults: ChoiceFaults = {}
  for (const [name, value] of Object.entries(values)) {
    const option = options.find((one) => one.code === name)
    const fault = option
      ? takeInto(choice, option, value)
      : name === partnerElsewhere && options.some((one) => one.kind === 'people' && coversPartners(one))
        ? takeAnswer(choice, value)
        : choiceMessages.notAsked
    if (fault !== undefined) faults[name] = fault
  }
  return { choice, faults }
}

export function setupValuesOf({ options }: Pick<BenefitDefinition, 'options'>, choice: Choice): SetupValues {
  const values: SetupValues = {}
  for (const option of options) {
    const value = choice.values[option.code]
    if (option.kind === 'people') values[option.code] = choice.people
    else if (value !== undefined && (option.kind !== 'range' || isNumber(value)))
      values[option.code] = option.kind === 'range' ? Number(value) : value
  }
  return values
}

function takeInto(choice: Choice, option: BenefitOption, value: SetupValue): string | undefined {
  switch (option.kind) {
    case 'people':
      if (!Array.isArray(value)) return choiceMessages.unknownPerson
      choice.people = value
      return undefined
    case 'levels':
      if (typeof value !== 'string') return choiceMessages.unknownLevel
      choice.values[option.code] = value
      return undefined
    case 'range':
      if ((typeof value !== 'number' && typeof value !== 'string') || !isNumber(String(value)))
        return choiceMessages.notANumber
      choice.values[option.code] = String(value)
      return undefined
  }
}

function takeAnswer(choice: Choice, value: SetupValue): string | undefined {
  const answer = partnerAnswers.find((one) => one === value)
  if (answer === undefined) return choiceMessages.unknownLevel
  choice.partnerElsewhere = answer
  return undefined
}
