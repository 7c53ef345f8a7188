/** Ids of relationships, on the wire and in the table: 1 means partner, everything else a dependant (CONST-23). */
export const relationshipTypeIds = { partner: 1, dependant: 2 } as const
export type Relationship = keyof typeof relationshipTypeIds

export function relationshipOf(typeId: number): Relationship {
  return typeId === relationshipTypeIds.partner ? 'partner' : 'dependant'
}

/** Ids of sex, on the wire alone: 1 female, 2 male (CONST-24). The tables keep the word. */
export const genderIds = { female: 1, male: 2 } as const
export type Sex = keyof typeof genderIds

export function sexOf(genderId: number): Sex | null {
  if (genderId === genderIds.female) return 'female'
  return genderId === genderIds.male ? 'male' : null
}
