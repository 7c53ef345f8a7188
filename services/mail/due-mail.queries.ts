import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { timeAgo, type ExpiredRows } from '../../platform/expired-rows.ts'
import type { EncryptedValue } from '../../platform/re-encrypt.ts'
import { claimWork, recordWork, type WorkKind } from '../../platform/due-work.queries.ts'
import { hasDied } from '../session/employment-status.queries.ts'
import { mailLimits } from './limits.ts'

export const mailWork: WorkKind = {
  kind: 'mail',
  nextDue: (clientId) => sql`
    select min(due_at)
    from mail
    where client_id = ${clientId}
      and state = 'queued'`,
}

const fromNow = (ms: number) => sql<string>`${transactionTime} + make_interval(secs => ${ms / 1000})`

export type ClaimedMail = {
  id: string
  kind: string
  address: string | null
  firstName: string | null
  surname: string | null
  data: string | null
  /** Number of the failed attempt. A later attempt by another process is not overwritten. */
  attempts: number
  ageMs: number
}

/** Reserves due mails for this process for a limited time. Drops mails to people who have died. */
export async function claimDueMails(
  tx: Tx,
  clientId: ClientId,
  { atMost }: { atMost: number },
): Promise<ClaimedMail[]> {
  return claimWork(tx, clientId, mailWork, async () => {
    const { rows: due } = await sql<{ id: string; isOfTheDead: boolean }>`
      select id, ${hasDied({ clientId, person: sql`mail.person_id` })} as "isOfTheDead"
      from mail
      where client_id = ${clientId}
        and state = 'queued'
        and due_at <= ${transactionTime}
      order by due_at, id
      limit ${atMost}
      for update skip locked
    `.execute(tx)
    const { dead = [], alive = [] } = Object.groupBy(due, ({ isOfTheDead }) => (isOfTheDead ? 'dead' : 'alive'))
    await dropMails(
      tx,
      clientId,
      dead.map(({ id }) => id),
    )
    return postponeMails(
      tx,
      clientId,
      alive.map(({ id }) => id),
    )
  })
}

async function dropMails(tx: Tx, clientId: ClientId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update mail
    set state = 'failed', ended_at = ${transactionTime}, data = null, last_error = 'the person has died'
    where client_id = ${clientId}
      and id = any(${ids}::uuid[])
  `.execute(tx)
}

async function postponeMails(tx: Tx, clientId: ClientId, ids: readonly string[]): Promise<ClaimedMail[]> {
  if (ids.length === 0) return []
  await sql`
    update mail
    set attempts = attempts + 1, due_at = ${fromNow(mailLimits.claimMs)}
    where client_id = ${clientId}
      and id = any(${ids}::uuid[])
  `.execute(tx)
  const { rows } = await sql<ClaimedMail>`
    select
      mail.id,
      mail.kind,
      mail.data,
      mail.attempts,
      coalesce(mail.address, account.email) as address,
      person_details.first_name as "firstName",
      person_details.surname,
      (extract(epoch from ${transactionTime} - mail.queued_at) * 1000)::float8 as "ageMs"
    from mail
    left join account on account.client_id = ${clientId} and account.person_id = mail.person_id
    left join person_details on person_details.client_id = ${clientId} and person_details.person_id = mail.person_id
    where mail.client_id = ${clientId}
      and mail.id = any(${ids}::uuid[])
    order by mail.queued_at, mail.id
  `.execute(tx)
  return rows
}

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
  attempts: number
  error: string
  /** Milliseconds until the next attempt; null to give up. */
  againInMs: number | null
}

export async function recordFailure(tx: Tx, clientId: ClientId, failure: Failure): Promise<void> {
  const { id, attempts, error, againInMs } = failure
  await sql`
    update mail
    set last_error = ${error},
        state = ${againInMs === null ? 'failed' : 'queued'},
        ended_at = ${againInMs === null ? transactionTime : null},
        due_at = ${fromNow(againInMs ?? 0)}
    where client_id = ${clientId}
      and id = ${id}
      and state = 'queued'
      and attempts = ${attempts}
  `.execute(tx)
  if (againInMs !== null) await recordWork(tx, clientId, { kind: 'mail', dueAt: fromNow(againInMs) })
}

export async function listEncryptedMails(
  tx: Tx,
  clientId: ClientId,
  { after, limit }: { after: string | null; limit: number },
): Promise<EncryptedValue<string>[]> {
  const { rows } = await sql<EncryptedValue<string>>`
    select id, data as sealed
    from mail
    where client_id = ${clientId}
      and state <> 'sent'
      and data is not null
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id
    limit ${limit}
  `.execute(tx)
  return rows
}

export async function replaceEncryptedMail(
  tx: Tx,
  clientId: ClientId,
  { id, sealed, anew: resealed }: EncryptedValue<string> & { anew: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({ data: resealed })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('data', '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const expiredMails: readonly ExpiredRows[] = [
  { deleteFrom: 'mail', key: ['id'], when: sql`state <> 'queued' and ended_at < ${timeAgo(mailLimits.keepMs)}` },
]
