import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { takeTime } from '../../platform/take-time.queries.ts'
import { countTakeUp } from './count-take-up.queries.ts'

type Counting = {
  db: Kysely<Database>
  onFault: (fault: { clientId: ClientId; error: unknown }) => void
}

/** Takes into the counts of every client who has changed, some people in a transaction. A fault of one leaves the others alone. */
export async function countAllTakeUp({ db, onFault }: Counting, leaving?: AbortSignal): Promise<void> {
  for (const clientId of await listClients(db)) {
    try {
      let outcome: 'done' | 'more' = 'more'
      while (outcome === 'more') outcome = leaving?.aborted ? 'done' : await countSome(db, clientId)
    } catch (error) {
      onFault({ clientId, error })
    }
  }
}

function countSome(db: Kysely<Database>, clientId: ClientId): Promise<'done' | 'more'> {
  return inClient(db, clientId, async (tx) => {
    await takeTime(tx)
    return countTakeUp(tx, clientId)
  })
}
