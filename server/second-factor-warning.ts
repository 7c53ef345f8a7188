import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { listClients } from '../database/clients.ts'
import { inClient } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { employersWithoutSecondFactor } from '../services/session/client.queries.ts'

/** Warns about clients whose employers log in with a password only (S-24). */
export async function warnOfMissingSecondFactor(
  db: Kysely<Database>,
  log: Pick<Logger, 'warn'>,
  leaving?: AbortSignal,
): Promise<void> {
  for (const clientId of await listClients(db)) {
    if (leaving?.aborted) return
    const client = await inClient(db, clientId, (tx) => employersWithoutSecondFactor(tx, clientId))
    if (client !== null) log.warn({ client }, 'employers need no second factor')
  }
}
