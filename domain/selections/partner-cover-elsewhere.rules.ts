import { choiceMessages } from './choice.messages.ts'
import type { PlanDetail } from './plan-details.rules.ts'
import type { Choice, PartnerAnswer } from '../definition/options.ts'
import { partnerElsewhereMessages as say } from './partner-cover-elsewhere.messages.ts'
import type { ChoiceFaults } from './choice-request.ts'

/** Field of the setup values. No option of a scheme folder has this name, because codes have no capital letters. */
export const partnerElsewhere = 'partnerElsewhere'

type Family = readonly { id: string; relationship: 'partner' | 'dependant' }[]

export function partnerAnswerOf(choice: Choice, family: Family): PartnerAnswer | undefined {
  return coversPartner(choice, family) ? choice.partnerElsewhere : undefined
}

/** A choice that covers a spouse needs an answer about the spouse's other cover. Automatic changes need none. */
export function partnerAnswerFaults(choice: Choice, family: Family): ChoiceFaults {
  const isCovered = coversPartner(choice, family)
  const isAnswered = choice.partnerElsewhere !== undefined
  if (isCovered === isAnswered) return {}
  return { [partnerElsewhere]: isCovered ? say.required : choiceMessages.notAsked }
}

export function partnerDetails(choice: Choice, family: Family): PlanDetail[] {
  const answer = partnerAnswerOf(choice, family)
  return answer ? [{ label: say.detail, value: say.answers[answer] }] : []
}

export function withPartnerAnswer(choice: Choice, { partnerElsewhere: answer }: Choice): Choice {
  return answer === undefined ? choice : { ...choice, partnerElsewhere: answer }
}

function coversPartner({ people }: Choice, family: Family): boolean {
  return family.some(({ id, relationship }) => relationship === 'partner' && people.includes(id))
}
