import { create } from 'zustand'
import { hasToken } from '../features/session/use-session.ts'
import { storeItem } from '../ui/store-item.ts'

const LAST_CALL_KEY = 'lastCall'

export const useActivity = create(() => ({ inFlight: 0, lastCall: Number(sessionStorage.getItem(LAST_CALL_KEY)) }))

export function callStarted(): void {
  useActivity.setState(({ inFlight }) => ({ inFlight: inFlight + 1 }))
}

export function callEnded(): void {
  useActivity.setState(({ inFlight }) => ({ inFlight: inFlight - 1 }))
}

/** Stores the time of the last call in session storage (API-15), from which the idle screen and other tabs count. */
export function storeLastCall(at: number): void {
  // A response after the logout must store nothing.
  if (!hasToken() || at < lastCall()) return
  storeItem(sessionStorage, LAST_CALL_KEY, String(at))
  useActivity.setState({ lastCall: at })
}

export function lastCall(): number {
  return useActivity.getState().lastCall
}

export function useCallInFlight(): boolean {
  return useActivity(({ inFlight }) => inFlight > 0)
}
