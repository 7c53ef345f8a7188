import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Clock, Tx } from '../../database/database.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { linkSender } from '../password/send-link.queries.ts'
import { peopleToMail } from './welcome-email.queries.ts'

export function welcomeEmailWriter(serverSecret: ServerSecret) {
  const sendLink = linkSender(serverSecret)
  return async (tx: Tx, clientId: ClientId, among: readonly PersonId[], { now, today }: Clock): Promise<void> => {
    for (const personId of await peopleToMail(tx, clientId, { people: among, today }))
      await sendLink(tx, clientId, { personId, kind: 'activation', because: 'welcome', now: new Date(now) })
  }
}
