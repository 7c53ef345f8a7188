import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { lockAccount } from '../../services/session/account.queries.ts'
import { deviceName } from './own-sessions/device-name.rules.ts'
import {
  endOtherOwnSessions,
  endOwnSession,
  isThisSession,
  listOwnSessions,
} from './own-sessions/own-sessions.contract.ts'
import { endOtherSessions, endSession, listOpenSessions } from '../../services/session/session.queries.ts'

/** S-36. */
export const ownSessionHandlers: Handler[] = [
  handle(listOwnSessions, async ({ caller, clientId, tx, now }) => {
    const sessions = await listOpenSessions(tx, clientId, { personId: caller.personId, now })
    return sessions
      .map(({ userAgent, ...session }) => ({
        ...session,
        device: deviceName(userAgent),
        isCurrent: session.id === caller.sessionId,
      }))
      .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  }),

  handle(endOwnSession, async ({ caller: { personId, sessionId }, clientId, tx, now, params, audit }) => {
    if (params.id === sessionId) throw refuse(isThisSession)
    // Renewal takes the same lock, so a renewal in progress can't bring the session's tokens back.
    await lockAccount(tx, clientId, personId)
    const open = await listOpenSessions(tx, clientId, { personId, now })
    if (!open.some(({ id }) => id === params.id)) throw refuse(notFound)
    await endSession(tx, clientId, { sessionId: params.id, because: 'ended-by-owner', now })
    audit({ sessionId: params.id, ended: 1 })
    return { ended: 1 }
  }),

  handle(endOtherOwnSessions, async ({ caller: { personId, sessionId }, clientId, tx, now, audit }) => {
    await lockAccount(tx, clientId, personId)
    const ended = await endOtherSessions(tx, clientId, { personId, except: sessionId, because: 'ended-by-owner', now })
    audit({ ended })
    return { ended }
  }),
]
