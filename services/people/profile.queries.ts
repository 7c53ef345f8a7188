import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow } from '../../database/client-row.ts'
import { refreshEmployees } from './refresh-employees.queries.ts'
import { readPictureAddresses } from '../theme/pictures.queries.ts'
import type { ContactDetails } from './profile.rules.ts'

export type PersonDetails = {
  personId: PersonId
  title: string | null
  firstName: string
  surname: string
  dateOfBirth: IsoDate
  sex: 'female' | 'male' | null
  nationalInsuranceNumber: string | null
}

/** Inserts or updates personal details. Returns the number of changed rows. Does not change avatar and contact details. */
export async function savePersonDetails(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonDetails[] },
): Promise<number> {
  const changed = await writeDetails(
    tx,
    clientId,
    sql`
      select (details ->> 'personId')::uuid as person_id, details
      from jsonb_array_elements(${JSON.stringify(people)}::jsonb) as details`,
  )
  await refreshEmployees(tx, clientId, changed)
  return changed.length
}

/** Writes the personal details that `from` selects (`person_id`, `details`). The caller refreshes the list of employees. */
export async function writeDetails(tx: Tx, clientId: ClientId, from: RawBuilder<unknown>): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    insert into person_details as known (client_id, person_id, title, first_name, surname, date_of_birth, sex, national_insurance_number)
    select client.client_id, person_id, title, "firstName", surname, "dateOfBirth", sex, "nationalInsuranceNumber"
    from ${clientRow(clientId)}
    cross join (${from}) as given
    cross join jsonb_to_record(details)
      as said(title text, "firstName" text, surname text, "dateOfBirth" date, sex text, "nationalInsuranceNumber" text)
    on conflict (client_id, person_id) do update
    set title = excluded.title,
        first_name = excluded.first_name,
        surname = excluded.surname,
        date_of_birth = excluded.date_of_birth,
        sex = excluded.sex,
        national_insurance_number = excluded.national_insurance_number
    where (known.title, known.first_name, known.surname, known.date_of_birth, known.sex, known.national_insurance_number)
      is distinct from
      (excluded.title, excluded.first_name, excluded.surname, excluded.date_of_birth, excluded.sex, excluded.national_insurance_number)
    returning known.person_id as "personId"
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

export async function peopleWithOtherBirthDate(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly Pick<PersonDetails, 'personId' | 'dateOfBirth'>[] },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    select person_id as "personId"
    from person_details
    join jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given("personId" uuid, "dateOfBirth" date)
      on given."personId" = person_id
    where client_id = ${clientId}
      and date_of_birth <> given."dateOfBirth"
    order by person_id
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

/** Locks people, lowest id first, until the transaction ends. Call once for all people, before locking selections. */
export async function lockPeople(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<void> {
  if (people.length === 0) return
  await heldIn(tx, clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .execute()
}

export async function lockPeopleIn(tx: Tx, clientId: ClientId, people: RawBuilder<unknown>): Promise<void> {
  await sql`
    select count(*)
    from (
      select person_id
      from person_details
      where client_id = ${clientId}
        and person_id in (${people})
      order by person_id
      for no key update
    ) as held
  `.execute(tx)
}

export async function lockEveryone(tx: Tx, clientId: ClientId): Promise<void> {
  await heldIn(tx, clientId).execute()
}

function heldIn(tx: Tx, clientId: ClientId) {
  return tx
    .selectFrom('person_details')
    .select('person_id')
    .where('client_id', '=', clientId)
    .orderBy('person_id')
    .forNoKeyUpdate()
}

export async function importOwnDetails(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly { personId: PersonId; avatar: string | null; contact: Partial<ContactDetails> }[] },
): Promise<void> {
  await sql`
    update person_details
    set avatar = given.avatar, contact = given.contact
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given("personId" uuid, avatar text, contact jsonb)
    where client_id = ${clientId}
      and person_id = given."personId"
  `.execute(tx)
}

export async function listAvatars(
  tx: Tx,
  clientId: ClientId,
): Promise<{ label: string; picture: string; address: string }[]> {
  const { theme } = await tx
    .selectFrom('client')
    .select('theme')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const addresses = await readPictureAddresses(tx, clientId)
  return (theme.avatarSet?.choices ?? []).flatMap(({ label, picture }) => {
    const address = addresses.get(picture)
    return address === undefined ? [] : [{ label, picture, address }]
  })
}

/** Stores the picture's name, because its URL changes with its bytes. */
export async function saveAvatar(
  tx: Tx,
  clientId: ClientId,
  { personId, picture }: { personId: PersonId; picture: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person_details')
    .set({ avatar: picture })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function saveContact(
  tx: Tx,
  clientId: ClientId,
  {
    personId,
    contact,
  }: { personId: PersonId; contact: { [Field in keyof ContactDetails]?: string | null | undefined } },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update person_details
    set contact = contact || ${JSON.stringify(contact)}::jsonb
    where client_id = ${clientId}
      and person_id = ${personId}
  `.execute(tx)
  return numAffectedRows === 1n
}
