import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { challengeLimits } from '../../services/session/limits.ts'
import {
  providerColumns,
  providerSessionIn,
  type ProviderSession,
} from '../../services/session/provider-session.queries.ts'
import type { OwnSignInMethod } from '../../services/session/session.queries.ts'

/** `firstStep` is the time step of the first correct code. */
export type PendingSeed = { sealed: string; firstStep: number | null; until: Date }

export type Challenge = {
  cookieHash: Buffer
  ticketHash: Buffer
  personId: PersonId
  email: string
  passwordHash: string | null
  cameBy: OwnSignInMethod
  provider: ProviderSession | null
  pending: PendingSeed | null
}

export type NewChallenge = Omit<Challenge, 'email' | 'passwordHash'> & { now: Date }

/** The caller must have locked the account. */
export async function insertChallenge(tx: Tx, clientId: ClientId, challenge: NewChallenge): Promise<void> {
  const { personId, cameBy, provider, pending, now } = challenge
  await tx
    .insertInto('login_challenge')
    .values({
      client_id: clientId,
      cookie_hash: challenge.cookieHash,
      ticket_hash: challenge.ticketHash,
      person_id: personId,
      sign_in_method: cameBy,
      ...providerColumns(provider),
      pending_seed: pending?.sealed ?? null,
      pending_until: pending?.until ?? null,
      expires_at: new Date(now.getTime() + challengeLimits.ms),
    })
    .execute()
}

export async function findChallenge(
  tx: Tx,
  clientId: ClientId,
  { cookieHash, now, evenUsedUp = false }: { cookieHash: Buffer; now: Date; evenUsedUp?: boolean },
): Promise<Challenge | undefined> {
  const row = await tx
    .selectFrom('login_challenge')
    .innerJoin('account', (join) =>
      join
        .onRef('account.client_id', '=', 'login_challenge.client_id')
        .onRef('account.person_id', '=', 'login_challenge.person_id'),
    )
    .select([
      'login_challenge.ticket_hash',
      'login_challenge.person_id',
      'login_challenge.sign_in_method',
      'login_challenge.pending_seed',
      'login_challenge.pending_until',
      'login_challenge.first_step',
      'login_challenge.provider_name_hash',
      'login_challenge.provider_session_hash',
      'account.email',
      'account.password_hash',
    ])
    .where('login_challenge.client_id', '=', clientId)
    .where('login_challenge.cookie_hash', '=', cookieHash)
    .where('login_challenge.expires_at', '>', now.toISOString())
    .where('login_challenge.code_attempts', evenUsedUp ? '<=' : '<', challengeLimits.codes)
    .executeTakeFirst()
  return (
    row && {
      cookieHash,
      ticketHash: row.ticket_hash,
      personId: row.person_id,
      email: row.email,
      passwordHash: row.password_hash,
      cameBy: row.sign_in_method,
      provider: providerSessionIn(row),
      pending:
        row.pending_seed !== null && row.pending_until !== null
          ? { sealed: row.pending_seed, firstStep: row.first_step, until: new Date(row.pending_until) }
          : null,
    }
  )
}

export async function findPendingSeed(
  tx: Tx,
  clientId: ClientId,
  { cookieHash, personId, now }: { cookieHash: Buffer; personId: PersonId; now: Date },
): Promise<PendingSeed | undefined> {
  const row = await tx
    .selectFrom('login_challenge')
    .select(['pending_seed', 'pending_until'])
    .where('client_id', '=', clientId)
    .where('cookie_hash', '=', cookieHash)
    .where('person_id', '=', personId)
    .where('pending_until', '>', now.toISOString())
    .executeTakeFirst()
  if (!row?.pending_seed || !row.pending_until) return undefined
  return { sealed: row.pending_seed, firstStep: null, until: new Date(row.pending_until) }
}

/** Returns false if no attempt is left. A single statement, so that parallel attempts wait for each other. */
export async function countChallengeAttempt(
  tx: Tx,
  clientId: ClientId,
  { cookieHash, now }: { cookieHash: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('login_challenge')
    .set({ code_attempts: sql<number>`code_attempts + 1` })
    .where('client_id', '=', clientId)
    .where('cookie_hash', '=', cookieHash)
    .where('expires_at', '>', now.toISOString())
    .where('code_attempts', '<', challengeLimits.codes)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes an attempt from the count, because its code was right or was not checked. */
export async function returnChallengeAttempt(tx: Tx, clientId: ClientId, cookieHash: Buffer): Promise<void> {
  await tx
    .updateTable('login_challenge')
    .set({ code_attempts: sql<number>`greatest(code_attempts - 1, 0)` })
    .where('client_id', '=', clientId)
    .where('cookie_hash', '=', cookieHash)
    .execute()
}

export async function recordFirstStep(
  tx: Tx,
  clientId: ClientId,
  { cookieHash, step }: { cookieHash: Buffer; step: number },
): Promise<void> {
  await tx
    .updateTable('login_challenge')
    .set({ first_step: step })
    .where('client_id', '=', clientId)
    .where('cookie_hash', '=', cookieHash)
    .execute()
}

export async function endChallenges(tx: Tx, clientId: ClientId, people: readonly PersonId[]): Promise<void> {
  await tx
    .deleteFrom('login_challenge')
    .where('client_id', '=', clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .execute()
}
