import { afterEach, beforeEach, expect, it, vi } from 'vitest'

function BlockedChannel() {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

const loginRemoved = (newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key: 'loggedIn', oldValue: 'true', newValue }))

it.each([
  ['lacks', undefined],
  ['blocks', BlockedChannel],
])('learns of a logout from storage in a browser that %s BroadcastChannel', async (_, channel) => {
  vi.stubGlobal('BroadcastChannel', channel)
  const { waitForEarlierMessages, notifyTabs, onTabMessage } = await import('./use-tabs.ts')
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
})

it('ignores storage in a browser with BroadcastChannel, so that a logout is heard once', async () => {
  const { notifyTabs, onTabMessage } = await import('./use-tabs.ts')
  const heard: unknown[] = []
  const stop = onTabMessage((message) => heard.push(message))
  loginRemoved(null)
  const other = new BroadcastChannel('portal')
  notifyTabs({ kind: 'logout' }, other)
  await expect.poll(() => heard).toEqual([{ kind: 'logout' }])
  other.close()
  stop()
})
