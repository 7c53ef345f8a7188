import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { DEBOUNCE_MS, useDebounced } from './use-debounced.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await cleanup()
})

function Debounced({ text }: { text: string }) {
  return <p>{useDebounced(text)}</p>
}

it('a debounced text changes when typing has stopped for 250 ms [CONST-08]', async () => {
  expect(DEBOUNCE_MS).toBe(250)
  const { container, rerender } = await render(<Debounced text="" />)
  const settled = () => container.textContent
  await rerender(<Debounced text="H" />)
  vi.advanceTimersByTime(249)
  await rerender(<Debounced text="Hart" />)
  vi.advanceTimersByTime(249)
  await rerender(<Debounced text="Hart" />)
  expect(settled()).toBe('')
  vi.advanceTimersByTime(1)
  await rerender(<Debounced text="Hart" />)
  expect(settled()).toBe('Hart')
})
