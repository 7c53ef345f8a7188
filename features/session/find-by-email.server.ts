import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { findAccountByEmail, type SignInAccount } from '../../services/session/account.queries.ts'

export type FoundAccount = { clientId: ClientId; code: string; account: SignInAccount }

/** In all clients or the given one, for operators' commands. */
export async function findByEmail(
  db: Kysely<Database>,
  { email, client }: { email: string; client?: string | undefined },
): Promise<FoundAccount[]> {
  const found = []
  for (const clientId of await listClients(db)) {
    const one = await inClient(db, clientId, async (tx) => {
      const { code } = await tx
        .selectFrom('client')
        .select('code')
        .where('client_id', '=', clientId)
        .executeTakeFirstOrThrow()
      if (client !== undefined && code !== client) return undefined
      const account = await findAccountByEmail(tx, clientId, email)
      return account && { clientId, code, account }
    })
    if (one) found.push(one)
  }
  return found
}
