import { choiceMessages } from './choice.messages.ts'
import type { ChoiceRequest } from './choice.rules.ts'
import type { PeopleOption } from './options.ts'
import { ageOn } from './pricing/age.ts'
import { tierOf } from './pricing/context.ts'
import type { FamilyMember } from './pricing/facts.ts'

/** Why the people chosen cannot be covered; undefined when they can. */
export function familyFault(
  { choice, facts, on }: ChoiceRequest,
  { tiers, dependantsUnder }: PeopleOption,
): string | undefined {
  const chosen = choice.people.map((id) => facts.family.find((member) => member.id === id))
  if (new Set(choice.people).size < choice.people.length || chosen.includes(undefined))
    return choiceMessages.unknownPerson
  const members = chosen.filter((member): member is FamilyMember => member !== undefined)
  if (members.filter((member) => member.relation === 'partner').length > 1) return choiceMessages.onePartner

  const tooOld = (member: FamilyMember) =>
    member.relation === 'dependant' && dependantsUnder !== undefined && ageOn(member.dateOfBirth, on) >= dependantsUnder
  if (dependantsUnder !== undefined && members.some(tooOld)) return choiceMessages.tooOld(dependantsUnder)

  const tier = tierOf(members)
  if (tiers.includes(tier)) return undefined
  switch (tier) {
    case 'single':
      return choiceMessages.someoneMustBeCovered
    case 'couple':
      return choiceMessages.partnerNotCovered
    case 'single-parent':
      return choiceMessages.dependantsNotCovered
    case 'family':
      return tiers.includes('couple') && tiers.includes('single-parent')
        ? choiceMessages.familyNotCovered
        : tiers.includes('couple')
          ? choiceMessages.dependantsNotCovered
          : choiceMessages.partnerNotCovered
  }
}
