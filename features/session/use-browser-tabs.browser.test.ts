import { afterEach, expect, it, vi } from 'vitest'
import * as withChannel from './use-browser-tabs.ts'

function BlockedChannel() {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

afterEach(() => vi.unstubAllGlobals())

/** The module looks for BroadcastChannel when it is evaluated. A browser evaluates it once for each address. */
function evaluatedAgain(name: string): Promise<typeof withChannel> {
  return import(/* @vite-ignore */ `./use-browser-tabs.ts?${name}`)
}

const loginRemoved = (newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key: 'loggedIn', oldValue: 'true', newValue }))

it.each([
  ['lacks', undefined],
  ['blocks', BlockedChannel],
])(
  'a logout in another tab is noticed through storage in a browser that %s BroadcastChannel',
  async (name, channel) => {
    vi.stubGlobal('BroadcastChannel', channel)
    const { waitForEarlierMessages, notifyTabs, onTabMessage } = await evaluatedAgain(name)
    const heard: unknown[] = []
    const stop = onTabMessage((message) => heard.push(message))
    notifyTabs({ kind: 'logout' })
    await waitForEarlierMessages()
    loginRemoved('true')
    expect(heard).toEqual([])
    loginRemoved(null)
    expect(heard).toEqual([{ kind: 'logout' }])
    stop()
    loginRemoved(null)
    expect(heard).toHaveLength(1)
  },
)

it('storage is ignored in a browser with BroadcastChannel, so that a logout is noticed only once', async () => {
  const { notifyTabs, onTabMessage } = withChannel
  const heard: unknown[] = []
  const stop = onTabMessage((message) => heard.push(message))
  loginRemoved(null)
  expect(heard).toEqual([])
  const other = new BroadcastChannel('portal')
  notifyTabs({ kind: 'logout' }, other)
  await expect.poll(() => heard).toEqual([{ kind: 'logout' }])
  other.close()
  stop()
})
