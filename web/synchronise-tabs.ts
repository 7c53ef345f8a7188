import { call } from '../contract/call.ts'
import { ping } from '../services/session/session.contract.ts'
import { clearSessionOfTab, sessionNow, useSession, type Session } from '../features/session/use-session.ts'
import { onTabMessage, notifyTabs } from '../features/session/use-browser-tabs.ts'
import { currentIdleState } from './current-idle-state.ts'
import { storeLastCall, useActivity } from './use-activity.ts'

/** Shares activity, login and logout with the other tabs of the browser, because they share the refresh cookies. */
export function synchroniseTabs({ reload }: { reload: () => void }): void {
  // A received message must not be sent again, because the sender may have logged in again since.
  let hearing = false
  onTabMessage((message) => {
    const session = sessionNow()
    // An employer's view as another person ends with the employer's login. Only the server knows whether it continues.
    if (isView(session)) return message.kind === 'logout' ? void tabStillOpen() : undefined
    hearing = true
    if (message.kind === 'call') storeLastCall(message.at)
    if (message.kind === 'login' && session.step === 'in' && session.user.id !== message.userId) reload()
    if (message.kind === 'logout' && session.step !== 'out') {
      clearSessionOfTab(null, { wasIdle: currentIdleState().step !== 'active' })
    }
    hearing = false
  })

  useActivity.subscribe(({ lastCall }, { lastCall: before }) => {
    // Tabs that view as another person also report their calls, because each call extends the employer's session.
    if (!hearing && lastCall > before) notifyTabs({ kind: 'call', at: lastCall })
  })
  useSession.subscribe(({ session }, { session: before }) => {
    if (hearing || isView(session) || isView(before)) return
    if (before.step === 'in' && session.step === 'out') notifyTabs({ kind: 'logout' })
    if (before.step !== 'in' && session.step === 'in') notifyTabs({ kind: 'login', userId: session.user.id })
  })
  const session = sessionNow()
  if (session.step === 'in' && !isView(session)) notifyTabs({ kind: 'login', userId: session.user.id })
}

function isView(session: Session): boolean {
  return session.step === 'in' && Boolean(session.masquerade)
}

function tabStillOpen(): Promise<unknown> {
  return call(ping, {}).catch(() => undefined)
}
