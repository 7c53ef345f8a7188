import { sql, type Updateable } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import type { KnownMember } from './family-record.rules.ts'
import {
  type FamilyEnd,
  relationshipOf,
  relationshipTypeIds,
  type Relationship,
  type Sex,
} from '../../domain/definition/family.rules.ts'

/** Includes former members. The partner is first, the others by age. */
export async function familyOf(
  tx: Tx,
  clientId: ClientId,
  { personId }: { personId: PersonId },
): Promise<KnownMember[]> {
  const rows = await tx
    .selectFrom('family_member')
    .select([
      'id',
      'relationship_type',
      'title',
      'first_name as firstName',
      'surname',
      'date_of_birth as dateOfBirth',
      'sex',
      'active',
      'full_time_education_ends as fullTimeEducationEnds',
      'registered_disabled as registeredDisabled',
      'version',
    ])
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .orderBy('relationship_type')
    .orderBy('date_of_birth')
    .orderBy('id')
    .execute()
  return rows.map(({ relationship_type, ...row }) => ({ ...row, relationship: relationshipOf(relationship_type) }))
}

/** Locks a person's family and returns their name and birthday. Undefined without personal details. */
export async function lockFamily(
  tx: Tx,
  clientId: ClientId,
  { personId }: { personId: PersonId },
): Promise<{ firstName: string; surname: string; dateOfBirth: IsoDate } | undefined> {
  return tx
    .selectFrom('person_details')
    .select(['first_name as firstName', 'surname', 'date_of_birth as dateOfBirth'])
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function allowsOnePartner(tx: Tx, clientId: ClientId): Promise<boolean> {
  const { switches } = await tx
    .selectFrom('client')
    .select('switches')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return switches['onePartner'] === true
}

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
  registeredDisabled?: boolean
  disabilityConfirmedUntil?: IsoDate | null
  active?: boolean
  ended?: FamilyEnd | null
  recordedAt?: string
  version?: number
}

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
    ...detailColumns(member),
    disability_confirmed_until: member.disabilityConfirmedUntil ?? null,
    active: member.active ?? true,
    ended_on: member.ended?.on ?? null,
    ended_by: member.ended?.by ?? null,
    uncovered_from: member.ended?.uncoveredFrom ?? null,
    recorded_at: member.recordedAt ?? transactionTime,
    version: member.version ?? 1,
  }))
  await tx.insertInto('family_member').values(rows).execute()
  return rows.map(({ id }) => id)
}

export function updateMember(tx: Tx, clientId: ClientId, id: string, values: Updateable<Database['family_member']>) {
  return tx
    .updateTable('family_member')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
}

export async function changeFamilyMember(
  tx: Tx,
  clientId: ClientId,
  { id, personId, ...member }: Omit<NewFamilyMember, 'id'> & { id: string },
): Promise<void> {
  await updateMember(tx, clientId, id, detailColumns({ personId, ...member }))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
}

function detailColumns(member: NewFamilyMember) {
  return {
    relationship_type: relationshipTypeIds[member.relationship],
    title: member.title ?? null,
    first_name: member.firstName,
    surname: member.surname,
    date_of_birth: member.dateOfBirth,
    sex: member.sex,
    full_time_education_ends: member.fullTimeEducationEnds ?? null,
    registered_disabled: member.registeredDisabled ?? false,
  }
}

export async function endFamilyMember(
  tx: Tx,
  clientId: ClientId,
  { id, today, ended }: { id: string; today: IsoDate; ended: FamilyEnd },
): Promise<void> {
  await updateMember(tx, clientId, id, {
    active: ended.on > today,
    ended_on: ended.on,
    ended_by: ended.by,
    uncovered_from: ended.uncoveredFrom,
  }).executeTakeFirstOrThrow()
}

export async function endedMembers(
  tx: Tx,
  clientId: ClientId,
  { ids }: { ids: readonly string[] },
): Promise<Map<string, IsoDate>> {
  const rows = await tx
    .selectFrom('family_member')
    .select(['id', 'ended_on'])
    .where('client_id', '=', clientId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('ended_on', 'is not', null)
    .orderBy('id')
    .execute()
  return new Map(rows.flatMap(({ id, ended_on }) => (ended_on === null ? [] : [[id, ended_on] as const])))
}

export async function endAnnouncedMembersOn(tx: Tx, clientId: ClientId, { today }: { today: IsoDate }): Promise<void> {
  await tx
    .updateTable('family_member')
    .set({ active: false, version: sql<number>`version + 1` })
    .where('client_id', '=', clientId)
    .where('active', '=', true)
    .where('ended_on', '<=', today)
    .execute()
}

/** Returns the ids of family members. The keys are '<person id> <first name>'. */
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
