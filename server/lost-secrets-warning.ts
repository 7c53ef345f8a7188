import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { listClients } from '../database/clients.ts'
import { inClient } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { hasPasswordOfOtherPepper } from '../services/session/account.queries.ts'
import { keyRing, type ServerSecret } from '../platform/key-ring.ts'

/** Warns about clients whose people could not log in, because a server secret is missing. */
export async function warnOfLostSecrets(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  { log, leaving }: { log: Pick<Logger, 'error'>; leaving?: AbortSignal },
): Promise<void> {
  const known = keyRing(serverSecret, 'password pepper').all.map(({ id }) => id)
  for (const clientId of await listClients(db)) {
    if (leaving?.aborted) return
    const isLost = await inClient(db, clientId, (tx) => hasPasswordOfOtherPepper(tx, clientId, known))
    if (isLost) log.error({ client: clientId }, lostSecretsWarning)
  }
}

const lostSecretsWarning =
  'passwords need a secret that this server does not have: add it to SERVER_SECRET after the current one'
