import { call } from '../contract/call.ts'
import { ping } from '../services/session/session.contract.ts'
import { leaveSession, sessionNow, useSession, type Session } from '../features/session/use-session.ts'
import { onTabMessage, notifyTabs } from '../features/session/use-tabs.ts'
import { idleNow } from './idle-now.ts'
import { keepLastCall, useActivity } from './use-activity.ts'

/** Activity, logout and login, because tabs share the refresh cookies. */
export function joinTabs({ startAnew }: { startAnew: () => void }): void {
  // Do not send a received message on: the sender may have logged in again meanwhile.
  let hearing = false
  onTabMessage((message) => {
    const session = sessionNow()
    // A view is not this browser's login, but may depend on it, as an employer's does. Only the server knows.
    if (isView(session)) return message.kind === 'logout' ? void tabStillOpen() : undefined
    hearing = true
    if (message.kind === 'call') keepLastCall(message.at)
    if (message.kind === 'login' && session.step === 'in' && session.user.id !== message.userId) startAnew()
    if (message.kind === 'logout' && session.step !== 'out') {
      leaveSession(null, { wasIdle: idleNow().step !== 'active' })
    }
    hearing = false
  })

  useActivity.subscribe(({ lastCall }, { lastCall: before }) => {
    // In a view too: the viewer is active, and the server counts this as use of an employer's own session.
    if (!hearing && lastCall > before) notifyTabs({ kind: 'call', at: lastCall })
  })
  useSession.subscribe(({ session }, { session: before }) => {
    if (hearing || isView(session) || isView(before)) return
    if (before.step === 'in' && session.step === 'out') notifyTabs({ kind: 'logout' })
    if (before.step !== 'in' && session.step === 'in') notifyTabs({ kind: 'login', userId: session.user.id })
  })
  // The person may have logged in before this file was loaded.
  const session = sessionNow()
  if (session.step === 'in' && !isView(session)) notifyTabs({ kind: 'login', userId: session.user.id })
}

function isView(session: Session): boolean {
  return session.step === 'in' && Boolean(session.masquerade)
}

/** Checks with the server. If the view has ended, the response ends it here. */
function tabStillOpen(): Promise<unknown> {
  return call(ping, {}).catch(() => undefined)
}
