import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { calculateTakeUp, lockOutdatedTakeUp } from './calculate-take-up.queries.ts'

type Calculating = {
  db: Kysely<Database>
  onFault: (fault: { clientId: ClientId; error: unknown }) => void
}

export async function calculateOutdatedTakeUp({ db, onFault }: Calculating, leaving?: AbortSignal): Promise<void> {
  for (const clientId of await listClients(db)) {
    if (leaving?.aborted) return
    try {
      await inClient(db, clientId, async (tx, clock) => {
        if (await lockOutdatedTakeUp(tx, clientId, clock)) await calculateTakeUp(tx, clientId, clock)
      })
    } catch (error) {
      onFault({ clientId, error })
    }
  }
}
