import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Details } from './upload-people.queries.ts'

export type PersonToUndo = {
  line: number
  personId: PersonId
  kind: 'new' | 'changed' | 'leaving'
  before: Details | null
  after: Details
  email: string
  formerEmail: string | null
  changedSince: boolean
  startedOn: IsoDate | null
  knownFrom: IsoDate | null
}

export async function nextPeopleToUndo(
  tx: Tx,
  clientId: ClientId,
  { uploadId, most }: { uploadId: string; most: number },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    select person_id as "personId"
    from upload_person
    where client_id = ${clientId}
      and upload_id = ${uploadId}
      and details_after is not null
    order by line
    limit ${most}
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

export async function peopleToUndo(
  tx: Tx,
  clientId: ClientId,
  { uploadId, lastFact, people }: { uploadId: string; lastFact: bigint; people: readonly PersonId[] },
): Promise<PersonToUndo[]> {
  const { rows } = await sql<PersonToUndo>`
      select
        concerned.line,
        concerned.person_id as "personId",
        concerned.kind,
        concerned.details_before as before,
        concerned.details_after as after,
        concerned.email,
        concerned.email_before as "formerEmail",
        ${changedSince(clientId, { lastFact })} as "changedSince",
        (
          select value::date
          from employment_fact as started
          where started.client_id = ${clientId}
            and started.person_id = concerned.person_id
            and started.fact = 'start-date'
          order by effective_from desc, recorded_at desc, sequence desc
          limit 1
        ) as "startedOn",
        (
          select min(effective_from)
          from employment_fact as first
          where first.client_id = ${clientId}
            and first.person_id = concerned.person_id
        ) as "knownFrom"
      ${peopleInUndo(clientId, { uploadId })}
        and concerned.person_id = any(${[...people]}::uuid[])
      order by concerned.line
  `.execute(tx)
  return rows
}

/** CTE `concerned`: the people not undone yet, with their current `account` and `details`. */
export const peopleInUndo = (clientId: ClientId, { uploadId }: { uploadId: string }) => sql`
      from upload_person as concerned
      join account on account.client_id = ${clientId} and account.person_id = concerned.person_id
      join person_details as details on details.client_id = ${clientId} and details.person_id = concerned.person_id
      where concerned.client_id = ${clientId}
        and concerned.upload_id = ${uploadId}
        and concerned.details_after is not null`

/** True if the person has newer facts or details, is a joiner who used the portal, or has used a new address. */
export const changedSince = (clientId: ClientId, { lastFact }: { lastFact: bigint }) => sql`
        exists (
          select
          from employment_fact as later
          where later.client_id = ${clientId}
            and later.person_id = concerned.person_id
            and later.sequence > ${lastFact}
        )
        or (
          concerned.kind = 'new' and (
            account.state <> 'invited'
            or exists (
              select
              from selection_version as chosen
              where chosen.client_id = ${clientId}
                and chosen.subject_id = concerned.person_id
                and chosen.actor_id is not null
            )
          )
        )
        or concerned.email_before is not null and (
          account.email <> concerned.email
          or account.user_type = 'employer'
          -- Setting a password with a link changes known_devices_since.
          or greatest(account.activated_at, account.last_login_at, account.known_devices_since) > (
            select confirmed_at
            from upload
            where client_id = ${clientId}
              and id = concerned.upload_id
          )
          or exists (
            select
            from account as taker
            where taker.client_id = ${clientId}
              and taker.email = concerned.email_before
          )
        )
        or details.title is distinct from concerned.details_after ->> 'title'
        or details.first_name <> concerned.details_after ->> 'firstName'
        or details.surname <> concerned.details_after ->> 'surname'
        or details.date_of_birth::text <> concerned.details_after ->> 'dateOfBirth'
        or details.sex is distinct from concerned.details_after ->> 'sex'
        or details.national_insurance_number is distinct from concerned.details_after ->> 'nationalInsuranceNumber'`

export async function recordUnchanged(
  tx: Tx,
  clientId: ClientId,
  { uploadId, lines }: { uploadId: string; lines: readonly number[] },
): Promise<void> {
  await sql`
    update upload_person
    set kept_at_undo = true
    where client_id = ${clientId}
      and upload_id = ${uploadId}
      and line = any(${[...lines]}::integer[])
  `.execute(tx)
}
