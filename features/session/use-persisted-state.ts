import type { StoreApi } from 'zustand'
import { storeItem } from '../../ui/store-item.ts'

const VERSION = 2
const WRITE_EVERY_MS = 500
const READ_WITHIN_MS = 5000

type Area = {
  getItem: (name: string) => string | null | Promise<string | null>
  setItem: (name: string, text: string) => void
}

/** Restores a store within 5 seconds (STATE-03), and writes its changes at most every 500 ms (STATE-02). */
export async function persistStore<State extends object>(
  store: StoreApi<State>,
  name: string,
  area: Area = localStorage,
): Promise<void> {
  const defaults = store.getState()
  let restored = defaults
  let unwritten = false
  let resting = false
  const write = () => {
    if (!unwritten) return
    unwritten = false
    storeItem(area, name, JSON.stringify({ state: store.getState(), version: VERSION }))
  }
  const writeAndRest = () => {
    if (resting || !unwritten) return
    resting = true
    setTimeout(() => {
      resting = false
      writeAndRest()
    }, WRITE_EVERY_MS)
    write()
  }
  store.subscribe((state) => {
    if (state === restored) return
    unwritten = true
    // Write after the other listeners have run, so that a full storage cannot stop them.
    queueMicrotask(writeAndRest)
  })
  addEventListener('pagehide', write)
  const take = (text: string | null) => {
    const kept = stateIn(text)
    if (kept) store.setState((restored = { ...defaults, ...kept }), true)
  }
  addEventListener('storage', ({ key, newValue }) => key === name && take(newValue))

  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, READ_WITHIN_MS, null))
  const kept = await Promise.race([area.getItem(name), tooLate])
  // A change made while storage was being read is newer than the stored state.
  if (store.getState() === defaults) take(kept)
}

/** Null for an unreadable state or another version (STATE-05), because consent to other cookies is no consent. */
function stateIn(text: string | null): object | null {
  try {
    // Storage may contain any JSON value.
    const { state, version } = JSON.parse(text ?? '{}') as { state?: unknown; version?: unknown }
    return version === VERSION && typeof state === 'object' ? state : null
  } catch {
    return null
  }
}
