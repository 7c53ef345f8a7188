/** What the tabs of one browser tell each other. They share the cookies, and so the session (S-38). */
export type TabMessage =
  | { kind: 'call'; at: number }
  | { kind: 'login'; userId: string }
  | { kind: 'logout' }
  | { kind: 'echo'; id: number }

const CHANNEL = 'portal'
const tabs = new BroadcastChannel(CHANNEL)

export function tellTabs(message: TabMessage, channel = tabs): void {
  // A channel reaches this origin alone and takes no target; the rule means windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
}

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => listener(data)
  tabs.addEventListener('message', hear)
  return () => tabs.removeEventListener('message', hear)
}

/** Waits until messages of other tabs are processed: they come in order, so our own comes last. */
export async function allHeard(): Promise<void> {
  const id = Math.random()
  // A channel does not hear itself; another one does.
  const voice = new BroadcastChannel(CHANNEL)
  await new Promise<void>((resolve) => {
    const stop = onTabMessage((message) => {
      if (message.kind !== 'echo' || message.id !== id) return
      stop()
      resolve()
    })
    tellTabs({ kind: 'echo', id }, voice)
  })
  voice.close()
}
