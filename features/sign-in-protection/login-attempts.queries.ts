import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { captchaTokenLimits, signInLimits } from '../../services/session/limits.ts'

/** Failed attempts are counted by this key. `lane` separates browsers with an earlier login from other browsers. */
export type AttemptCounter = {
  identifierHash: Buffer
  /** Hashes with older server secrets, whose counts still apply. */
  olderHashes: readonly Buffer[]
  lane: string
}

export type Attempt = {
  isLast: boolean
  /** True if the next attempt needs a captcha after this one fails (LOGIN-14). */
  nextTakesProof: boolean
}

/** Null during a lock, or if a captcha is needed. A single statement, so that parallel attempts wait for each other. */
export async function countAttempt(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, lane, now, isProven }: AttemptCounter & { now: Date; isProven: boolean },
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

export async function moveAttemptsToCurrentKey(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, olderHashes, lane }: AttemptCounter,
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

export async function lockAttempts(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, lane }: AttemptCounter,
): Promise<void> {
  await tx
    .selectFrom('failed_attempt')
    .select('lane')
    .where('client_id', '=', clientId)
    .where('identifier_hash', '=', identifierHash)
    .where('lane', '=', lane)
    .forUpdate()
    .execute()
}

export async function secondsLocked(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, lane, now }: AttemptCounter & { now: Date },
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

/** For attempts that were right or not used. Removes the lock only if this attempt caused it. */
export async function returnAttempt(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, lane, isLast }: AttemptCounter & Pick<Attempt, 'isLast'>,
): Promise<void> {
  await tx
    .updateTable('failed_attempt')
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, ...(isLast && { locked_until: null }) })
    .where('client_id', '=', clientId)
    .where('identifier_hash', '=', identifierHash)
    .where('lane', '=', lane)
    .execute()
}

/** Also deletes counts under older keys, which `moveAttemptsToCurrentKey` would otherwise restore (LOGIN-45). */
export async function deleteAttempts(
  tx: Tx,
  clientId: ClientId,
  { identifierHash, olderHashes, lane }: AttemptCounter,
): Promise<void> {
  await tx
    .deleteFrom('failed_attempt')
    .where('client_id', '=', clientId)
    .where('identifier_hash', 'in', [identifierHash, ...olderHashes])
    .where('lane', '=', lane)
    .execute()
}

/** Used after the person has proved their identity with a link (S-04). */
export async function removeLocks(tx: Tx, clientId: ClientId, identifierHashes: readonly Buffer[]): Promise<void> {
  await tx
    .deleteFrom('failed_attempt')
    .where('client_id', '=', clientId)
    .where('identifier_hash', 'in', identifierHashes)
    .execute()
}
