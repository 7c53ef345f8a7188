import { addDays, type IsoDate } from '../../../contract/dates.ts'
import { choiceMessages } from '../choosing/choice.messages.ts'
import type { ChoiceRequest } from '../choosing/choice.rules.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { PeopleOption } from '../definition/options.ts'
import { ageOn, sameDayOf } from '../pricing/age.ts'
import { tierOf } from '../pricing/context.ts'
import type { FamilyMember } from '../pricing/facts.ts'

/** Why the people chosen cannot be covered; undefined when they can. */
export function familyFault({ choice, facts, on }: ChoiceRequest, option: PeopleOption): string | undefined {
  const { tiers, dependantsUnder, inEducationUnder } = option
  const chosen = choice.people.map((id) => facts.family.find((member) => member.id === id))
  if (new Set(choice.people).size < choice.people.length || chosen.includes(undefined))
    return choiceMessages.unknownPerson
  const members = chosen.filter((member): member is FamilyMember => member !== undefined)
  if (members.some(({ ended }) => ended !== undefined && ended.on < on)) return choiceMessages.unknownPerson
  if (members.filter((member) => member.relation === 'partner').length > 1) return choiceMessages.onePartner

  if (dependantsUnder !== undefined && !members.every((member) => isOfAge(option, member, on)))
    return choiceMessages.tooOld(dependantsUnder, inEducationUnder)

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

/** Whether an option still covers somebody on a day, by their age: a dependant grows out of it, later while they study. */
export function isOfAge(
  { dependantsUnder, inEducationUnder }: Pick<PeopleOption, 'dependantsUnder' | 'inEducationUnder'>,
  { relation, dateOfBirth, educationEnds }: Pick<FamilyMember, 'relation' | 'dateOfBirth' | 'educationEnds'>,
  on: IsoDate,
): boolean {
  if (relation === 'partner' || dependantsUnder === undefined) return true
  const age = ageOn(dateOfBirth, on)
  if (age < dependantsUnder) return true
  const studies = educationEnds !== undefined && on <= educationEnds
  return studies && inEducationUnder !== undefined && age < inEducationUnder
}

/** The first day on which a benefit no longer covers a family member who died or is divorced. */
export function uncoveredFrom(
  { removalBackdated }: Pick<BenefitDefinition, 'removalBackdated'>,
  { ended }: Pick<FamilyMember, 'ended'>,
): IsoDate | undefined {
  return removalBackdated && ended ? addDays(ended.on, 1) : ended?.uncoveredFrom
}

/** The days on which somebody may grow out of an option. */
export function daysOfGrowingOut(
  { dependantsUnder, inEducationUnder }: Pick<PeopleOption, 'dependantsUnder' | 'inEducationUnder'>,
  { relation, dateOfBirth, educationEnds }: Pick<FamilyMember, 'relation' | 'dateOfBirth' | 'educationEnds'>,
): IsoDate[] {
  if (relation === 'partner' || dependantsUnder === undefined) return []
  const birthday = (age: number) => sameDayOf(dateOfBirth, Number(dateOfBirth.slice(0, 4)) + age)
  return [
    birthday(dependantsUnder),
    ...(inEducationUnder === undefined ? [] : [birthday(inEducationUnder)]),
    ...(inEducationUnder === undefined || educationEnds === undefined ? [] : [addDays(educationEnds, 1)]),
  ]
}
