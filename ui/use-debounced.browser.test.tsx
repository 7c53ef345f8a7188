import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cleanup, renderHook } from 'vitest-browser-react'
import { useDebounced } from './use-debounced.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  return cleanup()
})

it('gives the text once it has held still for 250 ms, and the first one at once [CONST-08]', async () => {
  const { result, rerender, act } = await renderHook((props) => useDebounced(props?.text ?? ''), {
    initialProps: { text: 'a' },
  })
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  expect(result.current).toBe('a')
  await rerender({ text: 'ab' })
  await wait(249)
  await rerender({ text: 'abc' })
  await wait(249)
  expect(result.current).toBe('a')
  await wait(1)
  expect(result.current).toBe('abc')
})
