import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { relationshipTypeIds, type Relationship, type Sex } from './family.rules.ts'

export type NewFamilyMember = {
  id?: string
  personId: PersonId
  relationship: Relationship
  title?: string | null
  firstName: string
  surname: string
  dateOfBirth: IsoDate
  sex: Sex | null
  fullTimeEducationEnds?: IsoDate | null
}

/** Adds family members and answers their ids in the same order. */
export async function addFamilyMembers(
  tx: Tx,
  clientId: ClientId,
  { members }: { members: readonly NewFamilyMember[] },
): Promise<string[]> {
  if (members.length === 0) return []
  const rows = members.map((member) => ({
    client_id: clientId,
    id: member.id ?? crypto.randomUUID(),
    person_id: member.personId,
    relationship_type: relationshipTypeIds[member.relationship],
    title: member.title ?? null,
    first_name: member.firstName,
    surname: member.surname,
    date_of_birth: member.dateOfBirth,
    sex: member.sex,
    full_time_education_ends: member.fullTimeEducationEnds ?? null,
  }))
  await tx.insertInto('family_member').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Ids of family members by '<person id> <first name>'. */
export async function familyIds(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const rows = await tx
    .selectFrom('family_member')
    .select(['id', 'person_id', 'first_name'])
    .where('client_id', '=', clientId)
    .where('person_id', 'in', [...people])
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, person_id, first_name }) => [`${person_id} ${first_name}`, id]))
}
