import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { captchaTokenLimits, signInLimits } from '../../services/session/limits.ts'

/** Lane: any browser, or one that has signed in with this identifier before. */
export type AttemptLane = {
  identifierHash: Buffer
  /** Under older server keys. Their counts still apply. */
  olderHashes: readonly Buffer[]
  lane: string
}

export type Attempt = {
  isLast: boolean
  /** If this attempt fails, the next one needs a captcha (LOGIN-14). */
  nextTakesProof: boolean
}

/**
 * Null if the identifier is locked or a captcha is needed. One statement, so that parallel attempts queue on the row. The last
 * attempt locks. A lock isn't extended, and its end resets the count.
 */
export async function countAttempt(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, lane, now, isProven }: AttemptLane & { now: Date; isProven: boolean },
): Promise<Attempt | null> {
  const lockEnd = new Date(now.getTime() + signInLimits.lockMs)
  const { rows } = await sql<{ failures: number }>`
    insert into failed_attempt as counted (client_id, identifier_hash, lane, failures, changed_at)
    values (${clientId}, ${identifierHash}, ${lane}, 1, ${now}::timestamptz)
    on conflict (client_id, identifier_hash, lane) do update
    set failures = case when counted.locked_until is null then counted.failures + 1 else 1 end,
        locked_until = case
          when counted.locked_until is null and counted.failures + 1 >= ${signInLimits.failures} then ${lockEnd}::timestamptz
        end,
        changed_at = ${now}::timestamptz
    where counted.locked_until <= ${now}::timestamptz
       or (counted.locked_until is null and (${isProven}::boolean or counted.failures < ${captchaTokenLimits.failures}))
    returning failures
  `.execute(tx)
  const [row] = rows
  return row
    ? { isLast: row.failures >= signInLimits.failures, nextTakesProof: row.failures >= captchaTokenLimits.failures }
    : null
}

/** Moves counts under older keys to the current one, keeping the largest. */
export async function moveAttempts(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, olderHashes, lane }: AttemptLane,
): Promise<void> {
  if (olderHashes.length === 0) return
  await sql`
    update failed_attempt
    set identifier_hash = ${identifierHash}
    where client_id = ${clientId}
      and lane = ${lane}
      and identifier_hash = (
        select older.identifier_hash
        from failed_attempt older
        where older.client_id = ${clientId}
          and older.lane = ${lane}
          and older.identifier_hash in (${sql.join(olderHashes)})
        order by older.locked_until desc nulls last, older.failures desc
        limit 1
      )
      and not exists (
        select 1
        from failed_attempt already
        where already.client_id = ${clientId}
          and already.identifier_hash = ${identifierHash}
          and already.lane = ${lane}
      )
  `.execute(tx)
}

/** Locks the count, so that parallel attempts wait until the transaction ends. */
export async function lockAttempts(tx: Tx, clientId: ClientId, { identifierHash, lane }: AttemptLane): Promise<void> {
  await tx
    .selectFrom('failed_attempt')
    .select('lane')
    .where('client_id', '=', clientId)
    .where('identifier_hash', '=', identifierHash)
    .where('lane', '=', lane)
    .forUpdate()
    .execute()
}

/** Returns the seconds until the lock ends, at least one; null without a lock. */
export async function secondsLocked(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, lane, now }: AttemptLane & { now: Date },
): Promise<number | null> {
  const row = await tx
    .selectFrom('failed_attempt')
    .select('locked_until')
    .where('client_id', '=', clientId)
    .where('identifier_hash', '=', identifierHash)
    .where('lane', '=', lane)
    .executeTakeFirst()
  const ms = row?.locked_until ? Date.parse(row.locked_until) - now.getTime() : 0
  return ms > 0 ? Math.ceil(ms / 1000) : null
}

/** Gives back an attempt that was unused or right. Removes a lock only if this attempt set it. */
export async function returnAttempt(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, lane, isLast }: AttemptLane & Pick<Attempt, 'isLast'>,
): Promise<void> {
  await tx
    .updateTable('failed_attempt')
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, ...(isLast && { locked_until: null }) })
    .where('client_id', '=', clientId)
    .where('identifier_hash', '=', identifierHash)
    .where('lane', '=', lane)
    .execute()
}

/** Resets the count after a success (LOGIN-45), under older keys too: the next attempt would move an old count back. */
export async function deleteAttempts(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, olderHashes, lane }: AttemptLane,
): Promise<void> {
  await tx
    .deleteFrom('failed_attempt')
    .where('client_id', '=', clientId)
    .where('identifier_hash', 'in', [identifierHash, ...olderHashes])
    .where('lane', '=', lane)
    .execute()
}

/** Removes the lock in every browser, for a person who has proved their identity by other means (S-04). */
export async function liftLock(tx: Tx, clientId: ClientId, identifierHashes: readonly Buffer[]): Promise<void> {
  await tx
    .deleteFrom('failed_attempt')
    .where('client_id', '=', clientId)
    .where('identifier_hash', 'in', identifierHashes)
    .execute()
}
