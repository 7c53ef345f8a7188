import { call } from '../contract/call.ts'
import { ping } from '../features/session/session.contract.ts'
import { leaveSession, sessionNow, useSession, type Session } from '../features/session/use-session.ts'
import { onTabMessage, tellTabs } from '../features/session/use-tabs.ts'
import { idleNow, keepLastCall, useActivity } from './use-activity.ts'

/** Tabs share activity, logout and sign-in: they share the refresh cookies. */
export function joinTabs({ startAnew }: { startAnew: () => void }): void {
  // What was heard is not said again: the tab that said it may have signed in anew meanwhile.
  let hearing = false
  onTabMessage((message) => {
    const session = sessionNow()
    // A view is none of the browser's own login, but may stand on it, as an employer's does: the server says which.
    if (isView(session)) return message.kind === 'logout' ? void stillThere() : undefined
    hearing = true
    if (message.kind === 'call') keepLastCall(message.at)
    if (message.kind === 'login' && session.step === 'in' && session.user.id !== message.userId) startAnew()
    if (message.kind === 'logout' && session.step !== 'out') {
      leaveSession(null, { wasIdle: idleNow().step !== 'active' })
    }
    hearing = false
  })

  useActivity.subscribe(({ lastCall }, { lastCall: before }) => {
    // Of a view, too: whoever looks is there, and the server counts it as use of an employer's own session.
    if (!hearing && lastCall > before) tellTabs({ kind: 'call', at: lastCall })
  })
  useSession.subscribe(({ session }, { session: before }) => {
    if (hearing || isView(session) || isView(before)) return
    if (before.step === 'in' && session.step === 'out') tellTabs({ kind: 'logout' })
    if (before.step !== 'in' && session.step === 'in') tellTabs({ kind: 'login', userId: session.user.id })
  })
  // Somebody may have come in before this part of the portal was fetched.
  const session = sessionNow()
  if (session.step === 'in' && !isView(session)) tellTabs({ kind: 'login', userId: session.user.id })
}

function isView(session: Session): boolean {
  return session.step === 'in' && Boolean(session.masquerade)
}

/** Where it is not, the answer ends the view. */
function stillThere(): Promise<unknown> {
  return call(ping, {}).catch(() => undefined)
}
