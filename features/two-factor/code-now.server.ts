import type { Kysely } from 'kysely'
import { clientId } from '../../contract/ids.ts'
import { inClient, outsideClients } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { codeAt } from '../../platform/one-time-codes.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { findAccountByEmail } from '../session/account.queries.ts'
import { twoFactorSeeds } from '../session/scheme-secrets.server.ts'
import { readSealedSeed } from './two-factor.queries.ts'

/** What the app of an example person shows now, by the portal's clock; null for who has no two-factor authentication. */
export async function codeNow(db: Kysely<Database>, serverSecret: ServerSecret, email: string): Promise<string | null> {
  const site = /@([a-z0-9-]+)\.example$/.exec(email.toLowerCase())?.[1] ?? ''
  const address = await outsideClients(db, (tx) =>
    tx.selectFrom('client_address').select('client_id').where('name', '=', site).executeTakeFirst(),
  )
  if (!address) return null
  const id = clientId.parse(address.client_id)
  return inClient(db, id, async (tx, { now }) => {
    const account = await findAccountByEmail(tx, id, email)
    const sealed = account && (await readSealedSeed(tx, id, account.personId))
    return sealed ? codeAt(twoFactorSeeds(serverSecret).open(sealed, account.personId), new Date(now)) : null
  })
}
