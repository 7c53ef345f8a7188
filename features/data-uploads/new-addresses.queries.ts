import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { queueNotices } from '../../services/mail/mail.queries.ts'
import { changeAddresses, releaseAddresses, type NewAddress } from '../../services/session/account.queries.ts'
import { endLinksOfPeople } from '../password/password-links.queries.ts'
import { formerAddressMail, newAddressMail } from './new-address-mail.messages.ts'

type Addressed = {
  line: number
  email: string
  number: string
  dateOfBirth: string
  nationalInsuranceNumber: string | null
}
export type Holder = { line: number; personId: PersonId; formerEmail: string }

/**
 * People on record with the employee number, and the date of birth or National Insurance number, of a row, whose address on
 * record is in no row of the file. `emailAt` is the place of the column.
 */
export async function holdersOfNumbers(
  tx: Tx,
  clientId: ClientId,
  { uploadId, emailAt, rows: given }: { uploadId: string; emailAt: number; rows: readonly Addressed[] },
): Promise<Holder[]> {
  if (given.length === 0) return []
  const { rows } = await sql<Holder>`
    with given as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(line integer, number text, "dateOfBirth" date, "nationalInsuranceNumber" text)
    ),
    holder as materialized (
      select distinct given.line, account.person_id, account.email
      from given
      join employment_fact as said
        on said.client_id = ${clientId}
        and said.fact = 'employee-number'
        and said.value is not null
        and said.value = given.number
      join account on account.client_id = ${clientId} and account.person_id = said.person_id
      join person_details as details on details.client_id = ${clientId} and details.person_id = said.person_id
      where (
          details.date_of_birth = given."dateOfBirth"
          or details.national_insurance_number = given."nationalInsuranceNumber"
        )
        and given.number = (
          select value
          from employment_fact as newest
          where newest.client_id = ${clientId}
            and newest.person_id = said.person_id
            and newest.fact = 'employee-number'
          order by effective_from desc, recorded_at desc, sequence desc
          limit 1
        )
    )
    select line, person_id as "personId", email as "formerEmail"
    from holder
    where email not in (
      select lower(cells ->> ${emailAt}::integer)
      from upload_row
      where client_id = ${clientId}
        and upload_id = ${uploadId}
        and lower(cells ->> ${emailAt}::integer) = any(array(select email from holder))
    )
    order by line
  `.execute(tx)
  return rows
}

/** Gives people of the upload their new address, ends links to the old one, and writes to both. */
export async function moveToNewAddresses(
  tx: Tx,
  clientId: ClientId,
  { uploadId, now }: { uploadId: string; now: string },
): Promise<NewAddress[]> {
  const moves = await sql<NewAddress>`
    select person_id as "personId", email_before as former, email as new
    from upload_person
    where client_id = ${clientId}
      and upload_id = ${uploadId}
      and email_before is not null
    order by person_id
  `.execute(tx)
  return changeLogins(tx, clientId, { moves: moves.rows, cause: `upload ${uploadId}`, now })
}

export async function changeLogins(
  tx: Tx,
  clientId: ClientId,
  { moves, cause, now }: { moves: readonly NewAddress[]; cause: string; now: string },
): Promise<NewAddress[]> {
  if (moves.length === 0) return []
  // A joiner of an undone upload, who was never employed, may have the address.
  await releaseAddresses(tx, clientId, { addresses: moves.map((move) => move.new) })
  await changeAddresses(tx, clientId, { moves })
  await endLinksOfPeople(tx, clientId, { people: moves.map(({ personId }) => personId), now: new Date(now) })
  await queueNotices(tx, clientId, {
    notices: moves.flatMap(({ personId, former }) => [
      { to: { address: former }, kind: formerAddressMail, cause: `${cause} ${personId}` },
      { to: { personId }, kind: newAddressMail, cause },
    ]),
  })
  return [...moves]
}
