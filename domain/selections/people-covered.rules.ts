import { addDays, type IsoDate } from '../../contract/dates.ts'
import { noEndKnown } from '../definition/family.rules.ts'
import { choiceMessages } from './choice.messages.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { PeopleOption } from '../definition/options.ts'
import { ageOn, sameDayInYear } from '../pricing/age.ts'
import { tierOf } from '../pricing/price-context.ts'
import type { FamilyMember } from '../pricing/price-facts.ts'
import type { ChoiceRequest } from './choice-request.ts'

export function familyFault({ choice, facts, on }: ChoiceRequest, option: PeopleOption): string | undefined {
  const { tiers, dependantsUnder, inEducationUnder, disabledDependantsStay } = option
  const chosen = choice.people.map((id) => facts.family.find((member) => member.id === id))
  if (new Set(choice.people).size < choice.people.length || chosen.includes(undefined))
    return choiceMessages.unknownPerson
  const members = chosen.filter((member): member is FamilyMember => member !== undefined)
  if (members.some(({ ended }) => ended !== undefined && ended.on < on)) return choiceMessages.unknownPerson
  if (members.filter((member) => member.relation === 'partner').length > 1) return choiceMessages.onePartner

  if (dependantsUnder !== undefined && !members.every((member) => isOfAge(option, member, on)))
    return choiceMessages.tooOld(dependantsUnder, { inEducationUnder, disabledDependantsStay })

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

export function coversPartners({ tiers }: Pick<PeopleOption, 'tiers'>): boolean {
  return tiers.includes('couple') || tiers.includes('family')
}

type AgesOption = Pick<PeopleOption, 'dependantsUnder' | 'inEducationUnder' | 'disabledDependantsStay'>
type Aging = Pick<FamilyMember, 'relation' | 'dateOfBirth' | 'educationEnds' | 'disabilityUntil'>

export function isOfAge(
  { dependantsUnder, inEducationUnder, disabledDependantsStay }: AgesOption,
  { relation, dateOfBirth, educationEnds, disabilityUntil }: Aging,
  on: IsoDate,
): boolean {
  if (relation === 'partner' || dependantsUnder === undefined) return true
  const age = ageOn(dateOfBirth, on)
  if (age < dependantsUnder) return true
  if (disabledDependantsStay === true && disabilityUntil !== undefined && on <= disabilityUntil) return true
  const studies = educationEnds !== undefined && on <= educationEnds
  return studies && inEducationUnder !== undefined && age < inEducationUnder
}

export function uncoveredFrom(
  { removalBackdated }: Pick<BenefitDefinition, 'removalBackdated'>,
  { ended }: Pick<FamilyMember, 'ended'>,
): IsoDate | undefined {
  return removalBackdated && ended ? addDays(ended.on, 1) : ended?.uncoveredFrom
}

export function ageLimitDays(
  { dependantsUnder, inEducationUnder, disabledDependantsStay }: AgesOption,
  { relation, dateOfBirth, educationEnds, disabilityUntil }: Aging,
): IsoDate[] {
  if (relation === 'partner' || dependantsUnder === undefined) return []
  const birthday = (age: number) => sameDayInYear(dateOfBirth, Number(dateOfBirth.slice(0, 4)) + age)
  return [
    birthday(dependantsUnder),
    ...(inEducationUnder === undefined ? [] : [birthday(inEducationUnder)]),
    ...(inEducationUnder === undefined || educationEnds === undefined ? [] : [addDays(educationEnds, 1)]),
    ...(disabledDependantsStay !== true || disabilityUntil === undefined || disabilityUntil === noEndKnown
      ? []
      : [addDays(disabilityUntil, 1)]),
  ]
}

/** Returns the first day from `from` to `to` on which the option stops covering the member; undefined if it does not stop. */
export function ageLimitDay(
  option: AgesOption,
  member: Aging,
  { from, to }: { from: IsoDate; to: IsoDate },
): IsoDate | undefined {
  return ageLimitDays(option, member)
    .filter(
      (day) => from <= day && day <= to && isOfAge(option, member, addDays(day, -1)) && !isOfAge(option, member, day),
    )
    .toSorted()[0]
}
