import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, PersonId, SelectionId } from '../../contract/ids.ts'
import { isSamePerson } from '../../domain/definition/family.rules.ts'
import type { PartnerAnswer } from '../../domain/definition/options.ts'

type Person = { firstName: string; surname: string; dateOfBirth: IsoDate }

export type CoveredPartner = {
  selectionId: SelectionId
  personId: PersonId
  benefitId: BenefitId
  employeeName: string
  benefitName: string
  partner: Person
  answer: PartnerAnswer | null
  holders: (Person & { personId: PersonId })[]
}

type DoubleCover = CoveredPartner & { by: 'employee' | 'answer' }

export function doubleCoverOf(covered: readonly CoveredPartner[]): DoubleCover[] {
  const couples = new Set<string>()
  return covered.flatMap((one): DoubleCover[] => {
    const holder = one.holders.find((other) => other.personId !== one.personId && isSamePerson(other, one.partner))
    if (!holder) return one.answer === 'yes' ? [{ ...one, by: 'answer' }] : []
    const couple = [one.benefitId, ...[one.personId, holder.personId].toSorted()].join(' ')
    if (couples.has(couple)) return []
    couples.add(couple)
    return [{ ...one, by: 'employee' }]
  })
}
