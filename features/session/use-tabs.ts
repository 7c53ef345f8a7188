/** Tabs of one browser share the cookies and therefore the session (S-38). */
export type TabMessage =
  | { kind: 'call'; at: number }
  | { kind: 'login'; userId: string }
  | { kind: 'logout' }
  | { kind: 'echo'; id: number }

const CHANNEL = 'portal'
const tabs = new BroadcastChannel(CHANNEL)

export function notifyTabs(message: TabMessage, channel = tabs): void {
  // A channel reaches only this origin and takes no target; the rule is meant for windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
}

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => listener(data)
  tabs.addEventListener('message', hear)
  return () => tabs.removeEventListener('message', hear)
}

/** Waits until earlier messages of other tabs are processed. Messages arrive in order, so our own arrives last. */
export async function earlierMessagesProcessed(): Promise<void> {
  const id = Math.random()
  // A channel doesn't receive its own messages, so send from a second one.
  const voice = new BroadcastChannel(CHANNEL)
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
