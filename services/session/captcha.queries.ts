import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { captchaTokenLimits } from './limits.ts'

export async function redeemCaptchaToken(
  tx: Tx,
  clientId: ClientId,
  { solutionHash, now }: { solutionHash: Buffer; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('captcha_solution')
    .values({ client_id: clientId, solution_hash: solutionHash, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function reserveUnverifiedAttempt(
  tx: Tx,
  clientId: ClientId,
  { counted, most: limit, now }: { counted: Buffer; most: number; now: Date },
): Promise<boolean> {
  const over = new Date(now.getTime() - captchaTokenLimits.unprovenWithinMs)
  const { rows } = await sql`
    insert into attempt_without_captcha as kept (client_id, key_hash, attempts, since)
    values (${clientId}, ${counted}, 1, ${now}::timestamptz)
    on conflict (client_id, key_hash) do update
    set attempts = case when kept.since <= ${over}::timestamptz then 1 else kept.attempts + 1 end,
        since = case when kept.since <= ${over}::timestamptz then excluded.since else kept.since end
    where kept.since <= ${over}::timestamptz or kept.attempts < ${limit}
    returning attempts
  `.execute(tx)
  return rows.length === 1
}

export async function releaseUnverifiedAttempt(
  tx: Tx,
  clientId: ClientId,
  { counted }: { counted: Buffer },
): Promise<void> {
  await tx
    .updateTable('attempt_without_captcha')
    .set((attempt) => ({ attempts: attempt('attempts', '-', 1) }))
    .where('client_id', '=', clientId)
    .where('key_hash', '=', counted)
    .execute()
}

/** Source of attempts: one network, or anywhere. `most`: people who may be tried from there before a captcha is required. */
export type AttemptSource = { source: Buffer; most: number }

export async function isUnderPasswordSpraying(
  tx: Tx,
  clientId: ClientId,
  { sources, now }: { sources: readonly AttemptSource[]; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('spraying_source')
    .select('source')
    .where('client_id', '=', clientId)
    .where('source', 'in', hashesOf(sources))
    .where('since', '>', startOf(now).toISOString())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function recordSprayingAttempt(
  tx: Tx,
  clientId: ClientId,
  { sources, identifierHash, now }: { sources: readonly AttemptSource[]; identifierHash: Buffer; now: Date },
): Promise<{ source: Buffer; people: number }[]> {
  const rows = inOneOrder(sources).map((source) => ({
    client_id: clientId,
    source,
    identifier_hash: identifierHash,
    attempted_at: now,
  }))
  await tx
    .insertInto('sign_in_attempt')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'source', 'identifier_hash'])
        .doUpdateSet({ attempted_at: (each) => each.ref('excluded.attempted_at') }),
    )
    .execute()
  return tx
    .selectFrom('sign_in_attempt')
    .select(({ fn }) => ['source', fn.countAll().$castTo<number>().as('people')])
    .where('client_id', '=', clientId)
    .where('source', 'in', hashesOf(sources))
    .where('attempted_at', '>', startOf(now).toISOString())
    .groupBy('source')
    .execute()
}

export async function markPasswordSpraying(
  tx: Tx,
  clientId: ClientId,
  { source, now }: { source: Buffer; now: Date },
): Promise<void> {
  await tx
    .insertInto('spraying_source')
    .values({ client_id: clientId, source, since: now })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'source']).doUpdateSet({ since: (each) => each.ref('excluded.since') }),
    )
    .execute()
}

/** Locks rows in the same order as `recordSprayingAttempt`. */
export async function removeSprayingAttempt(
  tx: Tx,
  clientId: ClientId,
  { sources, identifierHash }: { sources: readonly AttemptSource[]; identifierHash: Buffer },
): Promise<void> {
  for (const source of inOneOrder(sources)) {
    await tx
      .deleteFrom('sign_in_attempt')
      .where('client_id', '=', clientId)
      .where('source', '=', source)
      .where('identifier_hash', '=', identifierHash)
      .execute()
  }
}

/** Logins from one source wait for each other, so that a burst is counted completely. */
export async function lockAttemptSource(tx: Tx, clientId: ClientId, { source }: AttemptSource): Promise<void> {
  const name = `${clientId} ${source.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** All statements lock sources in this order, to avoid deadlocks. */
const inOneOrder = (sources: readonly AttemptSource[]) => hashesOf(sources).toSorted((a, b) => Buffer.compare(a, b))
const hashesOf = (sources: readonly AttemptSource[]) => sources.map(({ source }) => source)
const startOf = (now: Date) => new Date(now.getTime() - captchaTokenLimits.triesWithinMs)
