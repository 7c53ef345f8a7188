import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'

/** Hashed, because names at an identity provider may be long or personal. */
export type ProviderSession = { nameHash: Buffer; sessionHash: Buffer | null }

export function providerSession({ name, session }: { name: string; session: string | null }): ProviderSession {
  return { nameHash: hashOf(name), sessionHash: session === null ? null : hashOf(session) }
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function providerColumns(provider: ProviderSession | null) {
  return {
    provider_name_hash: provider?.nameHash ?? null,
    provider_session_hash: provider?.sessionHash ?? null,
  }
}

export function providerSessionIn(row: {
  provider_name_hash: Buffer | null
  provider_session_hash: Buffer | null
}): ProviderSession | null {
  const { provider_name_hash: nameHash, provider_session_hash: sessionHash } = row
  return nameHash && { nameHash, sessionHash }
}

/** Finds people by their name at the provider; without a name, by their sessions there. */
export async function findPeopleAtProvider(
  tx: Tx,
  clientId: ClientId,
  { nameHash, sessionHashes }: { nameHash: Buffer | null; sessionHashes: readonly Buffer[] },
): Promise<PersonId[]> {
  const isTheirs =
    nameHash === null
      ? sql`provider_session_hash = any(${[...sessionHashes]}::bytea[])`
      : sql`provider_name_hash = ${nameHash}`
  const { rows } = await sql<{ person_id: PersonId }>`
    select person_id from session where client_id = ${clientId} and ended_at is null and ${isTheirs}
    union
    select person_id from entry_token where client_id = ${clientId} and used_at is null and ${isTheirs}
    union
    select person_id from login_challenge where client_id = ${clientId} and ${isTheirs}
    order by person_id
  `.execute(tx)
  return rows.map(({ person_id: personId }) => personId)
}
