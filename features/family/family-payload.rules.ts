import type { IsoDate } from '../../contract/dates.ts'
import type { FamilyPayload, FamilyRecord } from './family.contract.ts'
import {
  relationshipOf,
  relationshipTypeIds,
  type Relationship,
  type Sex,
  sexOf,
  type Title,
} from '../../domain/definition/family.rules.ts'

export type FamilyMember = {
  familyMemberId: string
  firstName: string
  surname: string
  name: string
  dateOfBirth: IsoDate
  gender: Sex | null
  relationship: Relationship
  title: string | null
  active: boolean
  fullTimeEducationEndDate: IsoDate | null
  registeredDisabled: boolean
  version: number
}

/** Converts the server's list to the browser's format, with active members only (FAMILY-03). */
export function activeFamily(records: readonly FamilyRecord[]): FamilyMember[] {
  return records.map(memberOf).filter(({ active }) => active)
}

function memberOf(record: FamilyRecord): FamilyMember {
  return {
    familyMemberId: record.family_id,
    firstName: record.family_fname,
    surname: record.family_sname,
    name: `${record.family_fname} ${record.family_sname}`,
    dateOfBirth: record.family_dob,
    gender: record.family_gender_id === null ? null : sexOf(record.family_gender_id),
    relationship: relationshipOf(record.family_famtype_id),
    title: record.family_tname,
    active: record.family_active,
    fullTimeEducationEndDate: record.family_ft_edu_ends,
    registeredDisabled: record.family_registered_disabled,
    version: record.family_version,
  }
}

export type TypedMember = {
  title: Title | ''
  firstName: string
  surname: string
  dateOfBirth: string
  sex: Sex | ''
  relationship: Relationship | ''
  education: 'yes' | 'no' | ''
  somebodyElse?: boolean
}

export type CompleteMember = TypedMember & { title: Title; sex: Sex; relationship: Relationship }

export function familyPayloadOf(
  { title, firstName, surname, dateOfBirth, sex, relationship, education, somebodyElse }: CompleteMember,
  known: Pick<FamilyMember, 'familyMemberId' | 'registeredDisabled'> | null,
): FamilyPayload {
  const isDependant = relationship === 'dependant'
  return {
    familyMemberId: known?.familyMemberId ?? null,
    first_name: firstName.trim(),
    surname: surname.trim(),
    date_of_birth: dateOfBirth,
    sex,
    fmember_type: relationshipTypeIds[relationship],
    education: (isDependant && education) || 'no',
    registered_disabled: known?.registeredDisabled ? 'yes' : 'no',
    education_check: isDependant,
    title,
    ...(somebodyElse && { somebodyElse }),
  }
}
