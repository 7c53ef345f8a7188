import type { IsoDate } from '../../contract/dates.ts'

/** Ids in the API and in the table: 1 is a spouse or partner, everything else a dependant (CONST-23). */
export const relationshipTypeIds = { partner: 1, dependant: 2 } as const
export type Relationship = keyof typeof relationshipTypeIds

export function relationshipOf(typeId: number): Relationship {
  return typeId === relationshipTypeIds.partner ? 'partner' : 'dependant'
}

/** Ids of sex in the API: 1 female, 2 male (CONST-24). The tables store the word. */
export const genderIds = { female: 1, male: 2 } as const
export type Sex = keyof typeof genderIds

export function sexOf(genderId: number): Sex | null {
  if (genderId === genderIds.female) return 'female'
  return genderId === genderIds.male ? 'male' : null
}

export const titles = ['Mr', 'Mrs', 'Miss', 'Ms', 'Mx', 'Dr'] as const
export type Title = (typeof titles)[number]

export type FamilyEnd = { on: IsoDate; by: 'death' | 'divorce'; uncoveredFrom: IsoDate }

/** Minimum age to marry or form a civil partnership anywhere in the United Kingdom. */
export const MINIMUM_PARTNER_AGE = 16

export function isSamePerson(one: NamedPerson, other: NamedPerson): boolean {
  return one.dateOfBirth === other.dateOfBirth && nameOf(one) === nameOf(other)
}
type NamedPerson = { firstName: string; surname: string; dateOfBirth: string }

function nameOf({ firstName, surname }: NamedPerson): string {
  return `${firstName}${surname}`.normalize('NFC').replaceAll(/\s/gu, '').toLowerCase()
}

export const familyLimits = { nameLength: 100, members: 20 } as const

/** Returns the end of confirmed full-time education: the next 31 August; from June on, that of the following year. */
export function educationEnds(confirmedOn: IsoDate): IsoDate {
  const [year = 0, month = 0] = confirmedOn.split('-').map(Number)
  // The text has the format of an IsoDate.
  return `${month >= 6 ? year + 1 : year}-08-31` as IsoDate
}

/** Returns the last day of education after an answer; null for a spouse (FAMILY-13). Keeps a later day on record. */
export function educationEndAfter(
  answer: { relationship: Relationship; education: 'yes' | 'no' | null },
  { before, today }: { before: IsoDate | null; today: IsoDate },
): IsoDate | null {
  if (answer.relationship === 'partner') return null
  if (answer.education !== 'yes') return before !== null && before < today ? before : null
  const confirmed = educationEnds(today)
  return before !== null && before > confirmed ? before : confirmed
}

// Last day of a confirmation without a known end, in the format of an IsoDate.
export const noEndKnown = '9999-12-31' as IsoDate

export const familyKey = ['family'] as const
