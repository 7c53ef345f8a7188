import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import type { Tx } from '../../platform/handle.ts'
import { recentTimes } from '../../platform/recent-times.ts'
import type { ExpiredRows } from '../../platform/expired-rows.ts'
import type { PendingSeed } from '../session/login-challenge.queries.ts'

const MINUTE = 60_000

export const twoFactorLimits = {
  /** Counts codes at login and in the portal together (S-21). */
  codesPerHour: 10,
  setUpMs: 10 * MINUTE,
  recoveryCodes: 10,
  recoveryCodeBits: 120,
} as const

const HOUR = 3_600_000

export async function readEncryptedSeed(tx: Tx, clientId: ClientId, personId: PersonId): Promise<string | null> {
  const row = await tx
    .selectFrom('account')
    .select('two_factor_secret')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.two_factor_secret ?? null
}

/** False above the hourly limit. A single statement, so that parallel attempts wait for each other. */
export async function countCodeAttempt(
  tx: Tx,
  clientId: ClientId,
  { personId, now }: { personId: PersonId; now: Date },
): Promise<boolean> {
  const counting = recentTimes('known.attempted_at', { withinMs: HOUR, now })
  const { rows } = await sql<{ person_id: PersonId }>`
    insert into two_factor_attempt as known (client_id, person_id, attempted_at)
    values (${clientId}, ${personId}, array[${now}::timestamptz])
    on conflict (client_id, person_id) do update
    set attempted_at = ${counting} || excluded.attempted_at
    where cardinality(${counting}) < ${twoFactorLimits.codesPerHour}
    returning person_id
  `.execute(tx)
  return rows.length === 1
}

/** Removes an attempt from the count, because its code was right or was not checked. */
export async function returnCodeAttempt(
  tx: Tx,
  clientId: ClientId,
  { personId, triedAt }: { personId: PersonId; triedAt: Date },
): Promise<void> {
  await sql`
    update two_factor_attempt
    set attempted_at = attempted_at[1:array_position(attempted_at, ${triedAt}::timestamptz) - 1]
      || attempted_at[array_position(attempted_at, ${triedAt}::timestamptz) + 1:cardinality(attempted_at)]
    where client_id = ${clientId}
      and person_id = ${personId}
      and ${triedAt}::timestamptz = any(attempted_at)
  `.execute(tx)
}

/** False if the code of this time step was used. Deletes steps that are no longer accepted. */
export async function markTimeStepUsed(
  tx: Tx,
  clientId: ClientId,
  { personId, step }: { personId: PersonId; step: number },
): Promise<boolean> {
  // The oldest and the newest accepted code are two time steps apart.
  await tx
    .deleteFrom('two_factor_code')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('step', '<', step - 2)
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('two_factor_code')
    .values({ client_id: clientId, person_id: personId, step })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function redeemRecoveryCode(
  tx: Tx,
  clientId: ClientId,
  { personId, hash }: { personId: PersonId; hash: Buffer },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function replaceRecoveryCodes(
  tx: Tx,
  clientId: ClientId,
  { personId, hashes }: { personId: PersonId; hashes: readonly Buffer[] },
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('client_id', '=', clientId).where('person_id', '=', personId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ client_id: clientId, person_id: personId, hash })))
    .execute()
}

type OfSession = { sessionId: string; personId: PersonId }

export async function storeSetUp(
  tx: Tx,
  clientId: ClientId,
  { sessionId, personId, sealed, until }: OfSession & Pick<PendingSeed, 'sealed' | 'until'>,
): Promise<void> {
  const values = { person_id: personId, seed: sealed, first_step: null, expires_at: until }
  await tx
    .insertInto('two_factor_setup')
    .values({ client_id: clientId, session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'session_id']).doUpdateSet(values))
    .execute()
}

export async function readSetUp(
  tx: Tx,
  clientId: ClientId,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<PendingSeed | undefined> {
  const row = await tx
    .selectFrom('two_factor_setup')
    .select(['seed', 'first_step', 'expires_at'])
    .where('client_id', '=', clientId)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row && { sealed: row.seed, firstStep: row.first_step, until: new Date(row.expires_at) }
}

export async function storeFirstStep(
  tx: Tx,
  clientId: ClientId,
  { sessionId, step }: { sessionId: string; step: number },
): Promise<void> {
  await tx
    .updateTable('two_factor_setup')
    .set({ first_step: step })
    .where('client_id', '=', clientId)
    .where('session_id', '=', sessionId)
    .execute()
}

export async function deleteSetUps(tx: Tx, clientId: ClientId, personId: PersonId): Promise<void> {
  await tx.deleteFrom('two_factor_setup').where('client_id', '=', clientId).where('person_id', '=', personId).execute()
}

export const expiredSetUps: readonly ExpiredRows[] = [
  { deleteFrom: 'two_factor_setup', key: ['session_id'], when: sql`expires_at < ${transactionTime}`, skipsHeld: true },
]

export async function recordDisabling(
  tx: Tx,
  clientId: ClientId,
  { personId, reason, now }: { personId: PersonId; reason: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('two_factor_disabling')
    .values({ client_id: clientId, person_id: personId, reason, disabled_at: now })
    .execute()
}
