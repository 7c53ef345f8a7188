import { useSyncExternalStore } from 'react'

export type Notice = { id: number; text: string; kind: 'success' | 'error' }

const SHOWN_MS = 8000

let notices: readonly Notice[] = []
let lastId = 0
let lastShown = 0
const listeners = new Set<() => void>()

export function notify(text: string, kind: Notice['kind'] = 'success'): void {
  set([...notices, { id: ++lastId, text, kind }])
}

export function dismissNotice(id: number): void {
  set(notices.filter((notice) => notice.id !== id))
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => notices)
}

export function forgetNotices(): void {
  set([])
}

/** Starts the timers of notices when they are shown, which may be later, for example after new terms on Home (HOME-08). */
export function startNoticeTimers(): void {
  for (const { id } of notices) if (id > lastShown) setTimeout(() => dismissNotice(id), SHOWN_MS)
  lastShown = lastId
}

export function wasNoticeShown({ id }: Notice): boolean {
  return id <= lastShown
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}
