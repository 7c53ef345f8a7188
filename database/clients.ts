import type { Kysely } from 'kysely'
import type { ClientId } from '../contract/ids.ts'
import { inNoClient } from './database.ts'
import type { Database } from './tables.ts'

export async function listClients(db: Kysely<Database>): Promise<ClientId[]> {
  const rows = await inNoClient(db, (tx) =>
    tx.selectFrom('client_address').select('client_id').distinct().orderBy('client_id').execute(),
  )
  return rows.map(({ client_id: clientId }) => clientId)
}
