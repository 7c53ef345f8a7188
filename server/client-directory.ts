import type { Kysely } from 'kysely'
import type { ClientId } from '../contract/ids.ts'
import { inNoClient } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { httpLimits } from './limits.ts'

export function clientDirectory(db: Kysely<Database>): (site: string) => Promise<ClientId | null> {
  const known = new Map<string, { clientId: ClientId; until: number }>()

  return async (site) => {
    const entry = known.get(site)
    if (entry && entry.until > performance.now()) return entry.clientId
    const row = await inNoClient(db, (tx) =>
      tx.selectFrom('client_address').select('client_id').where('name', '=', site).executeTakeFirst(),
    )
    if (!row) {
      known.delete(site)
      return null
    }
    known.set(site, { clientId: row.client_id, until: performance.now() + httpLimits.directoryMs })
    return row.client_id
  }
}
