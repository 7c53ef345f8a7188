import { useSyncExternalStore } from 'react'

export type Notice = { id: number; text: string; kind: 'success' | 'error' }

/** How long it stands there for whoever reads it. */
const SHOWN_MS = 8000

let notices: readonly Notice[] = []
let lastId = 0
/** The last one whose time runs. */
let lastShown = 0
const listeners = new Set<() => void>()

/** Tells the person that something they asked for was done ('You have opted out'), or could not be, on whatever screen they are now. */
export function notify(text: string, kind: Notice['kind'] = 'success'): void {
  const id = ++lastId
  set([...notices, { id, text, kind }])
  if (listeners.size > 0) letTimeRun()
}

export function dismissNotice(id: number): void {
  set(notices.filter((notice) => notice.id !== id))
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => notices)
}

/** Whoever comes next is told nothing of what this person did. */
export function forgetNotices(): void {
  set([])
}

/** What nobody could see yet waits, as while new terms stand before Home (HOME-08). */
function letTimeRun(): void {
  for (const { id } of notices) if (id > lastShown) setTimeout(() => dismissNotice(id), SHOWN_MS)
  lastShown = lastId
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  letTimeRun()
  return () => listeners.delete(listener)
}

function set(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}
