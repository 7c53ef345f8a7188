import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { providerColumns, providerSessionIn, type ProviderSession } from './provider-session.queries.ts'

export type NewLoginToken = {
  hash: Buffer
  kind: 'sso' | 'msq'
  personId: PersonId
  cookieHash: Buffer | null
  grantId?: string | null
  secondFactor: boolean
  provider?: ProviderSession
  expiresAt: Date
}

export async function insertLoginToken(tx: Tx, clientId: ClientId, entry: NewLoginToken): Promise<void> {
  await tx
    .insertInto('entry_token')
    .values({
      client_id: clientId,
      hash: entry.hash,
      kind: entry.kind,
      person_id: entry.personId,
      cookie_hash: entry.cookieHash,
      masquerade_grant_id: entry.grantId ?? null,
      second_factor: entry.secondFactor,
      ...providerColumns(entry.provider ?? null),
      expires_at: entry.expiresAt,
    })
    .execute()
}

export type RedeemedLoginToken = { personId: PersonId; secondFactor: boolean; provider: ProviderSession | null }

/** Redeems a one-time login token, if it was issued to this browser. Attempts by other browsers do not use it up. */
export async function redeemLoginToken(
  tx: Tx,
  clientId: ClientId,
  { hashes, cookieHashes, now }: { hashes: readonly Buffer[]; cookieHashes: readonly Buffer[]; now: Date },
): Promise<RedeemedLoginToken | undefined> {
  const row = await tx
    .updateTable('entry_token')
    .set({ used_at: now })
    .where('client_id', '=', clientId)
    .where('hash', 'in', hashes)
    .where('cookie_hash', 'in', cookieHashes)
    .where('kind', '=', 'sso')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['person_id', 'second_factor', 'provider_name_hash', 'provider_session_hash'])
    .executeTakeFirst()
  return row && { personId: row.person_id, secondFactor: row.second_factor, provider: providerSessionIn(row) }
}

/** Ends these people's unused login tokens from single sign-on. Tokens for views belong to the viewers, so they stay valid. */
export async function endLoginTokensOfPeople(
  tx: Tx,
  clientId: ClientId,
  { people, now }: { people: readonly PersonId[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('entry_token')
    .set({ used_at: now })
    .where('client_id', '=', clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .where('kind', '=', 'sso')
    .where('used_at', 'is', null)
    .execute()
}

/** Redeems a one-time token for a view, if this browser requested it (S-43, S-45). Returns the id of the view's grant. */
export async function redeemViewToken(
  tx: Tx,
  clientId: ClientId,
  { hashes, cookieHashes, now }: { hashes: readonly Buffer[]; cookieHashes: readonly Buffer[]; now: Date },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('entry_token')
    .set({ used_at: now })
    .where('client_id', '=', clientId)
    .where('hash', 'in', hashes)
    .where((eb) => eb.or([eb('cookie_hash', 'is', null), eb('cookie_hash', 'in', cookieHashes)]))
    .where('kind', '=', 'msq')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('masquerade_grant_id as grantId')
    .executeTakeFirst()
  return row?.grantId ?? undefined
}
