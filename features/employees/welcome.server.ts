import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { listClientsWithWork } from '../../platform/work-due.queries.ts'
import { linkSender } from '../password/send-link.queries.ts'
import { takeWelcomePortion, welcomeWork } from './welcome.queries.ts'

type Writer = {
  db: Kysely<Database>
  serverSecret: ServerSecret
  onFault: (fault: { clientId: ClientId; error: unknown }) => void
}

export function welcomeMailer({ db, serverSecret, onFault }: Writer) {
  const sendLink = linkSender(serverSecret)

  return async function writeWelcomes(leaving?: AbortSignal): Promise<boolean> {
    let isAny = false
    for (const clientId of await listClientsWithWork(db, welcomeWork)) {
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
    return inClient(db, clientId, async (tx, { now, today }) => {
      const { taken, people } = await takeWelcomePortion(tx, clientId, { today })
      for (const personId of people)
        await sendLink(tx, clientId, { personId, kind: 'activation', because: 'welcome', now: new Date(now) })
      return taken
    })
  }
}
