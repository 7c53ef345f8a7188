import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { Choice } from '../definition/options.ts'
import type { PersonFacts } from '../pricing/price-facts.ts'

export type ChoiceRequest = {
  definition: BenefitDefinition
  choice: Choice
  facts: PersonFacts
  on: IsoDate
  heldAtYearStart?: Choice
}

export type ChoiceFaults = Record<string, string>
