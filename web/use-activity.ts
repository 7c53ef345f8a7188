import { create } from 'zustand'
import { hasToken } from '../features/session/use-session.ts'
import { idleAt, type Idle } from './idle.ts'

const LAST_CALL_KEY = 'lastCall'

export const useActivity = create(() => ({ inFlight: 0, lastCall: Number(sessionStorage.getItem(LAST_CALL_KEY)) }))

export function callStarted(): void {
  useActivity.setState(({ inFlight }) => ({ inFlight: inFlight + 1 }))
}

export function callEnded(): void {
  useActivity.setState(({ inFlight }) => ({ inFlight: inFlight - 1 }))
}

/** Time of each answered call, in session storage and told to other tabs (API-15). Drives the idle screen. */
export function keepLastCall(at: number): void {
  // An answer that comes after the logout leaves nothing behind.
  if (!hasToken() || at < lastCall()) return
  sessionStorage.setItem(LAST_CALL_KEY, String(at))
  useActivity.setState({ lastCall: at })
}

export function lastCall(): number {
  return useActivity.getState().lastCall
}

export function idleNow(): Idle {
  const now = Date.now()
  // No call yet, or a clock that was put back: counted from now on. The server has a clock of its own.
  if (lastCall() === 0 || lastCall() > now) useActivity.setState({ lastCall: now })
  return idleAt(now, lastCall())
}

export function useCallInFlight(): boolean {
  return useActivity(({ inFlight }) => inFlight > 0)
}
