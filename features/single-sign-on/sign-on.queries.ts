import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import type { Tx } from '../../platform/handle.ts'
import type { ExpiredRows } from '../../platform/expired-rows.ts'
import { redirectOriginsOf } from '../../services/session/client.queries.ts'
import { identityProvider, type IdentityProvider } from '../../services/session/provider.rules.ts'

export type ProviderSettings = { provider: IdentityProvider; redirectOrigins: string[] }

/** Null if the client has no identity provider, or one that is disabled or invalid. */
export async function readProvider(tx: Tx, clientId: ClientId): Promise<ProviderSettings | null> {
  const row = await tx
    .selectFrom('client')
    .select(['identity_provider', 'switches'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  const settings = identityProvider.safeParse(row?.identity_provider)
  if (!row || !settings.success || !settings.data.enabled) return null
  return { provider: settings.data, redirectOrigins: redirectOriginsOf(row.switches) }
}

export async function findIdentity(
  tx: Tx,
  clientId: ClientId,
  { provider, subject }: { provider: string; subject: string },
): Promise<PersonId | null> {
  const row = await tx
    .selectFrom('sign_on_identity')
    .select('person_id')
    .where('client_id', '=', clientId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.person_id ?? null
}

/** False if the person or the identity is already linked. */
export async function insertIdentity(
  tx: Tx,
  clientId: ClientId,
  identity: { provider: string; subject: string; personId: PersonId },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sign_on_identity')
    .values({
      client_id: clientId,
      provider: identity.provider,
      subject: identity.subject,
      person_id: identity.personId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteIdentities(tx: Tx, clientId: ClientId, people: readonly PersonId[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('sign_on_identity')
    .where('client_id', '=', clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .returning('provider')
    .execute()
  return rows.map(({ provider }) => provider)
}

/** False if the assertion was already used. */
export async function redeemAssertion(
  tx: Tx,
  clientId: ClientId,
  { provider, assertion, expiresAt }: { provider: string; assertion: string; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sign_on_assertion')
    .values({ client_id: clientId, provider, assertion, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const spentAssertions: readonly ExpiredRows[] = [
  { deleteFrom: 'sign_on_assertion', key: ['provider', 'assertion'], when: sql`expires_at < ${transactionTime}` },
]
