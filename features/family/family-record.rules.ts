import type { FamilyRecord } from './family.contract.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { genderIds, relationshipTypeIds, type Relationship, type Sex } from '../../domain/definition/family.rules.ts'

export type KnownMember = {
  id: string
  relationship: Relationship
  title: string | null
  firstName: string
  surname: string
  dateOfBirth: IsoDate
  sex: Sex | null
  active: boolean
  fullTimeEducationEnds: IsoDate | null
  registeredDisabled: boolean
  version: number
}

export function familyRecordOf(member: KnownMember): FamilyRecord {
  return {
    family_id: member.id,
    family_fname: member.firstName,
    family_sname: member.surname,
    family_dob: member.dateOfBirth,
    family_gender_id: member.sex && genderIds[member.sex],
    family_famtype_id: relationshipTypeIds[member.relationship],
    family_tname: member.title,
    family_active: member.active,
    family_ft_edu_ends: member.fullTimeEducationEnds,
    family_registered_disabled: member.registeredDisabled,
    family_version: member.version,
  }
}
