import { sql } from 'kysely'
import { londonDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { withoutNestedLoops } from '../../platform/without-nested-loops.queries.ts'
import { queueNotices } from '../../services/mail/mail.queries.ts'
import { changeAddresses, releaseAddresses, type NewAddress } from '../../services/session/account.queries.ts'
import { readSignInRules } from '../../services/session/client.queries.ts'
import { hasDied } from '../../services/session/employment-status.queries.ts'
import { endLoginTokensOfPeople } from '../../services/session/login-token.queries.ts'
import { endSessionsOfPeople } from '../../services/session/session.queries.ts'
import { endLinksOfPeople } from '../password/password-links.queries.ts'
import { endChallenges } from '../session/login-challenge.queries.ts'
import { deleteIdentities } from '../single-sign-on/sign-on.queries.ts'
import { type EmailChangeMails, uploadAddressMails } from './new-email-mail.messages.ts'

type Addressed = {
  line: number
  number: string
  firstName: string
  surname: string
  dateOfBirth: string
  nationalInsuranceNumber: string | null
}
export type EmployeeNumberOwner = { line: number; personId: PersonId; formerEmail: string }

/** Returns people whose employee number is in a row with a new address, if name and birthday (or NI number) match. */
export async function peopleWithEmployeeNumbers(
  tx: Tx,
  clientId: ClientId,
  { uploadId, emailAt, rows: given }: { uploadId: string; emailAt: number; rows: readonly Addressed[] },
): Promise<EmployeeNumberOwner[]> {
  if (given.length === 0) return []
  const { rows } = await sql<EmployeeNumberOwner>`
    with given as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
        line integer, number text, "firstName" text, surname text, "dateOfBirth" date, "nationalInsuranceNumber" text
      )
    )
    select distinct given.line, account.person_id as "personId", account.email as "formerEmail"
    from given
    join employment_fact as said
      on said.client_id = ${clientId}
      and said.fact = 'employee-number'
      and said.value is not null
      and said.value = given.number
    join account on account.client_id = ${clientId} and account.person_id = said.person_id
    join person_details as details on details.client_id = ${clientId} and details.person_id = said.person_id
    where (
        app.folded(details.first_name) = app.folded(given."firstName")
        or app.folded(details.surname) = app.folded(given.surname)
      )
      and (
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
    order by given.line
  `.execute(tx)
  const emails = rows.map(({ formerEmail }) => formerEmail)
  const inFile = await addressesInFile(tx, clientId, { uploadId, emailAt, emails })
  return rows.filter(({ formerEmail }) => !inFile.has(formerEmail))
}

async function addressesInFile(
  tx: Tx,
  clientId: ClientId,
  { uploadId, emailAt, emails }: { uploadId: string; emailAt: number; emails: readonly string[] },
): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const written = sql<{ email: string }>`
    select distinct held.email
    from unnest(${[...emails]}::text[]) as held(email)
    join upload_row
      on upload_row.client_id = ${clientId}
      and upload_row.upload_id = ${uploadId}
      and lower((cells ->> ${emailAt}::integer) collate "und-x-icu") collate "default" = held.email
    order by held.email
  `
  const { rows } = await withoutNestedLoops(tx, () => written.execute(tx))
  return new Set(rows.map(({ email }) => email))
}

export async function applyNewEmails(
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
  return changeLoginEmails(tx, clientId, {
    moves: moves.rows,
    mails: uploadAddressMails,
    cause: `upload ${uploadId}`,
    now,
  })
}

/** Changes login addresses. Ends links, logins and sessions that a reader of the old mailbox may have opened. */
export async function changeLoginEmails(
  tx: Tx,
  clientId: ClientId,
  { moves, mails, cause, now }: { moves: readonly NewAddress[]; mails: EmailChangeMails; cause: string; now: string },
): Promise<NewAddress[]> {
  if (moves.length === 0) return []
  const people = moves.map(({ personId }) => personId)
  const at = new Date(now)
  // These calls lock rows in the same order as a login (ARCHITECTURE.md).
  await endLinksOfPeople(tx, clientId, { people, now: at })
  await endLoginTokensOfPeople(tx, clientId, { people, now: at })
  // A joiner whose upload was undone may still have the address.
  await releaseAddresses(tx, clientId, { addresses: moves.map((move) => move.new) })
  await changeAddresses(tx, clientId, { moves })
  await endChallenges(tx, clientId, people)
  await deleteIdentities(tx, clientId, people)
  await endSessionsOfPeople(tx, clientId, { people, because: 'address-changed', now: at })
  const dead = await peopleWhoDied(tx, clientId, { people })
  const { ssoAccessOnly } = await readSignInRules(tx, clientId, londonDate(at))
  await queueNotices(tx, clientId, {
    notices: moves
      .filter(({ personId }) => !dead.has(personId))
      .flatMap(({ personId, former }) => [
        { to: { address: former }, kind: mails.former, cause: `${cause} ${personId}` },
        { to: { personId }, kind: ssoAccessOnly ? mails.newOrganisation : mails.new, cause },
      ]),
  })
  return [...moves]
}

async function peopleWhoDied(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<Set<PersonId>> {
  const { rows } = await sql<{ personId: PersonId }>`
    select moved.person_id as "personId"
    from unnest(${[...people]}::uuid[]) as moved(person_id)
    where ${hasDied({ clientId, person: sql`moved.person_id` })}
    order by moved.person_id
  `.execute(tx)
  return new Set(rows.map(({ personId }) => personId))
}
