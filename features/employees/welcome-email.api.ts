import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler, type Tx } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { linkSender } from '../password/send-link.queries.ts'
import { lockAccount } from '../../services/session/account.queries.ts'
import { cancelRequest } from '../../services/mail/requested-mail.queries.ts'
import { readSignInRules } from '../../services/session/client.queries.ts'
import { employmentStatusOn } from '../../services/session/employment-status.queries.ts'
import { countWelcomeEmails, queueWelcomeEmails, readWelcomeState, welcomeLimits } from './welcome-email.queries.ts'
import {
  usesSingleSignOn,
  tooManyWelcomes,
  hasLeft,
  nothingToActivate,
  readWelcomes,
  welcomeEmployee,
  welcomeEverybody,
} from './welcome-email.contract.ts'

export function welcomeHandlers({ serverSecret }: AppContext): Handler[] {
  const sendLink = linkSender(serverSecret)
  return [
    handle(readWelcomes, async (call) => {
      requireOwnClient(call)
      const { tx, clientId, today } = call
      const { ssoAccessOnly } = await readSignInRules(tx, clientId, today)
      return { ...(await readWelcomeState(tx, clientId, { today })), isPossible: !ssoAccessOnly }
    }),

    handle(welcomeEverybody, async (call) => {
      requireOwnClient(call)
      const { tx, clientId, today } = call
      const { ssoAccessOnly } = await readSignInRules(tx, clientId, today)
      if (ssoAccessOnly) throw refuse(usesSingleSignOn)
      const sent = await queueWelcomeEmails(tx, clientId, { today })
      call.audit({ sent })
      return { sent }
    }),

    handle(welcomeEmployee, async (call) => {
      const { tx, clientId, today, now } = call
      const personId = call.params.id
      await requireWaiting(tx, clientId, { personId, today })
      await cancelRequest(tx, clientId, { kind: 'welcome', personId })
      await sendLink(tx, clientId, { personId, kind: 'activation', because: 'welcome', now })
      call.audit({ sent: 1 }, personId)
      return { sent: 1 }
    }),
  ]
}

type WelcomeTarget = { personId: PersonId; today: IsoDate }

/** Locks the account, so that concurrent requests count each other's emails. */
async function requireWaiting(tx: Tx, clientId: ClientId, { personId, today }: WelcomeTarget): Promise<void> {
  const account = await lockAccount(tx, clientId, personId)
  if (!account) throw refuse(notFound)
  if (account.state !== 'invited') throw refuse(nothingToActivate)
  const { ssoAccessOnly } = await readSignInRules(tx, clientId, today)
  if (ssoAccessOnly) throw refuse(usesSingleSignOn)
  if ((await employmentStatusOn(tx, clientId, { personId, today })) === 'left') throw refuse(hasLeft)
  if ((await countWelcomeEmails(tx, clientId, personId)) >= welcomeLimits.again.most) throw refuse(tooManyWelcomes)
}
