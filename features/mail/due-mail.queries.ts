import { sql, type Kysely } from 'kysely'
import { clientId as clientIdOf, type ClientId } from '../../contract/ids.ts'
import { outsideClients, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { ago, type SpentRows } from '../../platform/spent-rows.ts'
import type { SealedValue } from '../../platform/seal-anew.ts'
import { hasDied } from '../session/standing.queries.ts'
import { mailLimits } from './limits.ts'

export async function listClientsWithDueMail(db: Kysely<Database>): Promise<ClientId[]> {
  const { rows } = await outsideClients(db, (tx) =>
    sql<{ id: string }>`select app.clients_with_due_mail() as id`.execute(tx),
  )
  return rows.map(({ id }) => clientIdOf.parse(id))
}

export type ClaimedMail = {
  id: string
  kind: string
  /** Null if the person's account has no address any more. */
  address: string | null
  firstName: string | null
  surname: string | null
  /** Encrypted; null if the mail has none. */
  data: string | null
  /** Includes this attempt. */
  attempts: number
  ageMs: number
}

/** Claims due mails until a timeout. Drops mails to people who have died. */
export async function claimDueMails(
  tx: Tx,
  clientId: ClientId,
  { atMost }: { atMost: number },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as (
      select id, ${hasDied({ clientId, person: sql`mail.person_id` })} as is_of_the_dead
      from mail
      where client_id = ${clientId}
        and state = 'queued'
        and due_at <= ${transactionTime}
      order by due_at, id
      limit ${atMost}
      for update skip locked
    ),
    given_up as (
      update mail
      set state = 'failed', ended_at = ${transactionTime}, data = null, last_error = 'the person has died'
      where client_id = ${clientId}
        and id in (select id from due where is_of_the_dead)
    ),
    claimed as (
      update mail
      set attempts = attempts + 1,
          due_at = ${transactionTime} + make_interval(secs => ${mailLimits.claimMs / 1000})
      where client_id = ${clientId}
        and id in (select id from due where not is_of_the_dead)
      returning *
    )
    select claimed.id, claimed.kind, claimed.data, claimed.attempts,
           coalesce(claimed.address, account.email) as address,
           person_details.first_name as "firstName",
           person_details.surname,
           (extract(epoch from ${transactionTime} - claimed.queued_at) * 1000)::float8 as "ageMs"
    from claimed
    left join account on account.client_id = claimed.client_id and account.person_id = claimed.person_id
    left join person_details
      on person_details.client_id = claimed.client_id and person_details.person_id = claimed.person_id
    order by claimed.queued_at, claimed.id
  `.execute(tx)
  return rows
}

/** Records a delivery and deletes the mail's data. */
export async function recordDelivery(tx: Tx, clientId: ClientId, id: string): Promise<void> {
  await sql`
    update mail
    set state = 'sent', ended_at = ${transactionTime}, data = null, last_error = null
    where client_id = ${clientId}
      and id = ${id}
      and state = 'queued'
  `.execute(tx)
}

export type Failure = {
  id: string
  /** Number of the failed attempt; a later attempt by another process wins. */
  attempts: number
  error: string
  /** Null gives up. */
  againInMs: number | null
}

/** Records a failure. Giving up also deletes the mail's data. */
export async function recordFailure(tx: Tx, clientId: ClientId, failure: Failure): Promise<void> {
  const { id, attempts, error, againInMs } = failure
  await sql`
    update mail
    set last_error = ${error},
        state = ${againInMs === null ? 'failed' : 'queued'},
        ended_at = ${againInMs === null ? transactionTime : null},
        data = ${againInMs === null ? null : sql`data`},
        due_at = ${transactionTime} + make_interval(secs => ${(againInMs ?? 0) / 1000})
    where client_id = ${clientId}
      and id = ${id}
      and state = 'queued'
      and attempts = ${attempts}
  `.execute(tx)
}

/** Returns queued mails with encrypted data, ordered by id, starting after `after`. */
export async function listSealedMails(
  tx: Tx,
  clientId: ClientId,
  { after, limit }: { after: string | null; limit: number },
): Promise<SealedValue<string>[]> {
  const { rows } = await sql<SealedValue<string>>`
    select id, data as sealed
    from mail
    where client_id = ${clientId}
      and state = 'queued'
      and data is not null
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id
    limit ${limit}
  `.execute(tx)
  return rows
}

/** Re-encrypts a mail's data; false if the mail has been sent in the meantime. */
export async function replaceSealedMail(
  tx: Tx,
  clientId: ClientId,
  { id, sealed, anew }: SealedValue<string> & { anew: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({ data: anew })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('data', '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Mails that were delivered or given up long ago, to delete. */
export const spentMails: readonly SpentRows[] = [
  { deleteFrom: 'mail', key: ['id'], when: sql`state <> 'queued' and ended_at < ${ago(mailLimits.keepMs)}` },
]
