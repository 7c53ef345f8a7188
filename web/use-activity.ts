import { useSyncExternalStore } from 'react'
import { forgetSession, useSession } from '../features/session/use-session.ts'

type TabMessage = { kind: 'call'; at: number } | { kind: 'logout' }

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

/** Keeps the tabs together: a call in one is activity in all, a logout in one ends them all. */
export function joinTabs(): void {
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'call') keepLastCall(Math.max(lastCall(), data.at))
    else if (useSession.getState().session.step !== 'out') forgetSession(null)
  })
  useSession.subscribe(({ session }, before) => {
    if (before.session.step === 'in' && session.step === 'out') tellTabs({ kind: 'logout' })
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
