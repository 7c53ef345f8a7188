import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { refuse } from '../contract/refusals.ts'
import type { ClientId, PersonId } from '../contract/ids.ts'
import { transactionTime } from '../database/transaction-time.ts'
import type { Tx } from '../platform/handle.ts'
import { httpLimits } from './limits.ts'
import { sameKeyOtherRequest } from './refusals.ts'

export type KeyedRequest = { clientId: ClientId; personId: PersonId; key: string; request: string }
export type StoredReply = { status: number; body: string }

/** Claims a key in the request's transaction, to commit effect and reply together. Returns the stored reply of a used key. */
export async function claimKey(
  tx: Tx,
  { clientId, personId, key, request }: KeyedRequest,
): Promise<StoredReply | null> {
  await forgetOldKeys(tx, clientId)
  const requestHash = hashOf(request)
  const claimed = await tx
    .insertInto('idempotency_key')
    .values({ client_id: clientId, person_id: personId, key, request_hash: requestHash, status: null, body: null })
    .onConflict((conflict) => conflict.columns(['client_id', 'person_id', 'key']).doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return null

  const kept = await findKept(tx, { clientId, personId, key, request })
  if (!kept) throw new Error('A used idempotency key is missing')
  return kept
}

export async function findStoredReply(tx: Tx, request: KeyedRequest): Promise<StoredReply | null> {
  const lasts = httpLimits.idempotencyKeyLifeMs - 60_000
  return findKept(tx, request, sql<boolean>`created_at > ${transactionTime} - make_interval(secs => ${lasts / 1000})`)
}

async function findKept(
  tx: Tx,
  { clientId, personId, key, request }: KeyedRequest,
  isYoung = sql<boolean>`true`,
): Promise<StoredReply | null> {
  const kept = await tx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'body'])
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .where(isYoung)
    .executeTakeFirst()
  if (!kept) return null
  if (!kept.request_hash.equals(hashOf(request))) throw refuse(sameKeyOtherRequest)
  if (kept.status === null || kept.body === null) throw new Error('A committed idempotency key has no reply')
  return { status: kept.status, body: kept.body }
}

function hashOf(request: string): Buffer {
  return createHash('sha256').update(request).digest()
}

async function forgetOldKeys(tx: Tx, clientId: ClientId): Promise<void> {
  // Materialized: PostgreSQL would otherwise search the old keys once for each key.
  await sql`
    with old as materialized (
      select ctid
      from idempotency_key
      where client_id = ${clientId}
        and created_at < ${transactionTime} - make_interval(secs => ${httpLimits.idempotencyKeyLifeMs / 1000})
      order by created_at
      limit ${keysForgottenAtOnce}
      for update skip locked
    )
    delete from idempotency_key
    using old
    where idempotency_key.ctid = old.ctid
      and idempotency_key.client_id = ${clientId}
  `.execute(tx)
}

/** Each call adds one key and deletes up to 20, so old keys do not accumulate and no call is slow. */
const keysForgottenAtOnce = 20

export async function storeReply(
  tx: Tx,
  { clientId, personId, key }: KeyedRequest,
  answer: StoredReply,
): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ status: answer.status, body: answer.body })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute()
}
