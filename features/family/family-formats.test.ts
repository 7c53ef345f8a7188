import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { sampleRecord } from './family.samples.ts'
import { activeFamily, familyPayloadOf, type CompleteMember } from './family-payload.rules.ts'

describe('family in the format of the API', () => {
  it('is converted to the fields that screens use, without inactive members [FAMILY-02] [FAMILY-03] [FAMILY-05] [FAMILY-14] [DATA-14] [DATA-15]', () => {
    const ends = '2027-08-31' as IsoDate
    const maisie = sampleRecord({
      family_id: 'maisie',
      family_fname: 'Maisie',
      family_gender_id: 1,
      family_famtype_id: 2,
    })
    const gone = sampleRecord({ family_id: 'gone', family_active: false })
    expect(activeFamily([sampleRecord({ family_id: 'tom' }), gone, { ...maisie, family_ft_edu_ends: ends }])).toEqual([
      {
        familyMemberId: 'tom',
        firstName: 'Tom',
        surname: 'Hart',
        name: 'Tom Hart',
        dateOfBirth: '1987-09-02',
        gender: 'male',
        relationship: 'partner',
        title: 'Mr',
        active: true,
        fullTimeEducationEndDate: null,
        registeredDisabled: false,
        version: 3,
      },
      {
        familyMemberId: 'maisie',
        firstName: 'Maisie',
        surname: 'Hart',
        name: 'Maisie Hart',
        dateOfBirth: '1987-09-02',
        gender: 'female',
        relationship: 'dependant',
        title: 'Mr',
        active: true,
        fullTimeEducationEndDate: ends,
        registeredDisabled: false,
        version: 3,
      },
    ])
  })

  it('has a partner for type id 1 and a dependant for other ids, and a sex only for ids 1 and 2 [FAMILY-04] [FAMILY-06]', () => {
    const types = [1, 2, 3, 0].map((family_famtype_id) => sampleRecord({ family_famtype_id }))
    expect(activeFamily(types).map(({ relationship }) => relationship)).toEqual([
      'partner',
      'dependant',
      'dependant',
      'dependant',
    ])
    const genders = [1, 2, 3, null].map((family_gender_id) => sampleRecord({ family_gender_id }))
    expect(activeFamily(genders).map(({ gender }) => gender)).toEqual(['female', 'male', null, null])
  })
})

describe('family member sent to the API', () => {
  const typed: CompleteMember = {
    title: 'Mx',
    firstName: ' Ada ',
    surname: ' Hart ',
    dateOfBirth: '2020-04-03',
    sex: 'male',
    relationship: 'dependant',
    education: 'no',
  }

  it('has no education if it is a partner, and keeps the registered disability [FAMILY-13]', () => {
    const known = { familyMemberId: 'kim', registeredDisabled: true }
    expect(familyPayloadOf({ ...typed, relationship: 'partner', education: 'yes' }, known)).toMatchObject({
      familyMemberId: 'kim',
      fmember_type: 1,
      education: 'no',
      education_check: false,
      registered_disabled: 'yes',
    })
  })
})
