import { useSyncExternalStore } from 'react'

export type Notice = { id: number; text: string }

const SHOWN_MS = 8000

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Tells the person that something they asked for was done ('You have opted out'), on whatever screen they are now. */
export function notify(text: string): void {
  const id = ++lastId
  set([...notices, { id, text }])
  setTimeout(() => dismissNotice(id), SHOWN_MS)
}

export function dismissNotice(id: number): void {
  set(notices.filter((notice) => notice.id !== id))
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => notices)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}
