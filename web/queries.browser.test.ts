import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { CallFailed } from '../contract/call-failed.ts'
import { queries } from './queries.ts'

afterEach(() => onlineManager.setOnline(true))

it('says at once that a change did not reach the server when there is no network [API-20]', async () => {
  onlineManager.setOnline(false)
  const change = new MutationObserver(queries, { mutationFn: () => Promise.reject(new CallFailed(null)) })
  await expect(change.mutate()).rejects.toThrow('Failed to fetch')
})
