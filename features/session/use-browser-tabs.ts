/** Tabs of one browser share the session (S-38). */
export type TabMessage =
  | { kind: 'call'; at: number }
  | { kind: 'login'; userId: string }
  | { kind: 'logout' }
  | { kind: 'echo'; id: number }

const CHANNEL = 'portal'
// Null in some embedded browsers and private windows. Their tabs notice only a logout, from storage.
const tabs = openChannel()

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return null
  }
}

export function notifyTabs(message: TabMessage, channel = tabs): void {
  // The rule is about windows. A channel reaches only this origin, and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message)
}

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => listener(data)
  // Without a channel, the only sign of a logout is that the flag disappears from storage.
  const hearStorage = ({ key, newValue }: StorageEvent) =>
    key === 'loggedIn' && newValue === null && listener({ kind: 'logout' })
  if (!tabs) addEventListener('storage', hearStorage)
  tabs?.addEventListener('message', hear)
  return () => {
    removeEventListener('storage', hearStorage)
    tabs?.removeEventListener('message', hear)
  }
}

/** Messages of other tabs arrive in order, so a message of this tab comes last. */
export async function waitForEarlierMessages(): Promise<void> {
  // A channel does not receive its own messages, so a second channel sends.
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
