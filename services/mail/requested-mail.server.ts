import type { Kysely } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { type Clock, inClient, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { listClientsWithWork } from '../../platform/due-work.queries.ts'
import { requestedWork, takeRequested, type RequestedMail } from './requested-mail.queries.ts'

type Writer = {
  db: Kysely<Database>
  kind: RequestedMail
  write: (tx: Tx, clientId: ClientId, people: readonly PersonId[], clock: Clock) => Promise<void>
  onFault: (fault: { clientId: ClientId; error: unknown }) => void
}

export function requestedMailWriter({ db, kind, write, onFault }: Writer) {
  return async function writePortions(leaving?: AbortSignal): Promise<boolean> {
    let isAny = false
    for (const clientId of await listClientsWithWork(db, requestedWork[kind])) {
      if (leaving?.aborted) return false
      try {
        isAny = (await writePortion(clientId)) > 0 || isAny
      } catch (error) {
        onFault({ clientId, error })
      }
    }
    return isAny
  }

  function writePortion(clientId: ClientId): Promise<number> {
    return inClient(db, clientId, async (tx, clock) => {
      const people = await takeRequested(tx, clientId, { kind })
      if (people.length > 0) await write(tx, clientId, people, clock)
      return people.length
    })
  }
}
