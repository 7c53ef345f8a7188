import { useSyncExternalStore } from 'react'
import { forgetSession, useSession } from '../features/session/use-session.ts'

type TabMessage = { kind: 'call'; at: number } | { kind: 'login'; userId: string } | { kind: 'logout' }

const LAST_CALL_KEY = 'lastCall'

let inFlight = 0
const listeners = new Set<() => void>()
// One browser, one person: what one tab does counts for all of them (S-38).
const tabs = new BroadcastChannel('portal')

export function callStarted(): void {
  inFlight += 1
  tell()
}

/** The time of each call drives the idle screen; it stands in session storage and is told to the other tabs (API-15). */
export function callEnded(): void {
  inFlight -= 1
  keepLastCall(Date.now())
  tellTabs({ kind: 'call', at: lastCall() })
  tell()
}

export function lastCall(): number {
  return Number(sessionStorage.getItem(LAST_CALL_KEY) ?? 0)
}

export function useCallInFlight(): boolean {
  return useSyncExternalStore(subscribe, () => inFlight > 0)
}

/**
 * Keeps the tabs together: a call in one is activity in all, a logout in one ends them all, and where one signs in as
 * somebody else the others start anew. They share the refresh cookies: a tab that went on would show the one person
 * and act for the other from its next renewal on.
 */
export function joinTabs({ startAnew }: { startAnew: () => void }): void {
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const { session } = useSession.getState()
    switch (data.kind) {
      case 'call':
        return keepLastCall(Math.max(lastCall(), data.at))
      case 'login':
        return session.step === 'in' && session.user.id !== data.userId ? startAnew() : undefined
      case 'logout':
        return session.step === 'out' ? undefined : forgetSession(null)
    }
  })
  useSession.subscribe(({ session }, { session: before }) => {
    if (before.step === 'in' && session.step === 'out') tellTabs({ kind: 'logout' })
    if (before.step === 'out' && session.step === 'in') tellTabs({ kind: 'login', userId: session.user.id })
  })
}

function tellTabs(message: TabMessage): void {
  // A channel reaches this origin alone and takes no target; the rule means windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tabs.postMessage(message)
}

function keepLastCall(at: number): void {
  sessionStorage.setItem(LAST_CALL_KEY, String(at))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
