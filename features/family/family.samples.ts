import type { IsoDate } from '../../contract/dates.ts'
import type { FamilyRecord } from './family.contract.ts'

export function sampleRecord(changes: Partial<FamilyRecord> = {}): FamilyRecord {
  return {
    family_id: '11111111-1111-4111-8111-111111111111',
    family_fname: 'Tom',
    family_sname: 'Hart',
    family_dob: '1987-09-02' as IsoDate,
    family_gender_id: 2,
    family_famtype_id: 1,
    family_tname: 'Mr',
    family_active: true,
    family_ft_edu_ends: null,
    family_registered_disabled: false,
    family_version: 3,
    ...changes,
  }
}
