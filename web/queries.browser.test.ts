import { focusManager, MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFailed } from '../contract/call-failed.ts'
import { queries } from './queries.ts'

beforeEach(() => queries.mount())
afterEach(() => {
  queries.unmount()
  queries.clear()
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
})

it('nothing is loaded without an action of the person, so that an idle session can end [S-37]', async () => {
  const asked = vi.fn<() => Promise<string>>().mockResolvedValue('answer')
  const shown = new QueryObserver(queries, { queryKey: ['shown'], queryFn: asked, staleTime: 0 })
  const stop = shown.subscribe(() => undefined)
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('answer'))
  // The network is lost and returns. The window loses and regains the focus.
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await queries.refetchQueries({ queryKey: ['nothing else'] })
  expect(asked).toHaveBeenCalledOnce()
  stop()
})

it('without a network, a change shows at once that it did not reach the server [API-20]', async () => {
  onlineManager.setOnline(false)
  const change = new MutationObserver(queries, { mutationFn: () => Promise.reject(new CallFailed(null)) })
  await expect(change.mutate()).rejects.toThrow('Failed to fetch')
})

it('without a network, a query fails in the same way as a change, instead of loading forever', async () => {
  onlineManager.setOnline(false)
  const asked = queries.fetchQuery({
    queryKey: ['x'],
    queryFn: () => Promise.reject(new CallFailed(null)),
    retry: false,
  })
  await expect(asked).rejects.toThrow('The connection is lost')
})
