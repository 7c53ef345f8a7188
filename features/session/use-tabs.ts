/** Tabs of one browser share the cookies and therefore the session (S-38). */
export type TabMessage =
  | { kind: 'call'; at: number }
  | { kind: 'login'; userId: string }
  | { kind: 'logout' }
  | { kind: 'echo'; id: number }

const CHANNEL = 'portal'
// Missing in some embedded browsers and blocked in some private windows. Tabs then learn of a logout from the server.
const tabs = openChannel()

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return null
  }
}

export function notifyTabs(message: TabMessage, channel = tabs): void {
  // A channel reaches only this origin and takes no target; the rule is meant for windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message)
}

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => listener(data)
  // Without a channel, the flag of a login that disappears from storage is the only sign.
  const hearStorage = ({ key, newValue }: StorageEvent) =>
    key === 'loggedIn' && newValue === null && listener({ kind: 'logout' })
  if (!tabs) addEventListener('storage', hearStorage)
  tabs?.addEventListener('message', hear)
  return () => {
    removeEventListener('storage', hearStorage)
    tabs?.removeEventListener('message', hear)
  }
}

/** Waits until earlier messages of other tabs are processed. Messages arrive in order, so our own arrives last. */
export async function earlierMessagesProcessed(): Promise<void> {
  // A channel doesn't receive its own messages, so send from a second one.
  const voice = openChannel()
  if (!tabs || !voice) return
  const id = Math.random()
  await new Promise<void>((resolve) => {
    const stop = onTabMessage((message) => {
      if (message.kind !== 'echo' || message.id !== id) return
      stop()
      resolve()
    })
    notifyTabs({ kind: 'echo', id }, voice)
  })
  voice.close()
}
