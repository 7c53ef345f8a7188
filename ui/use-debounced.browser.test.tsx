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

function SettledSelection({ text }: { text: string }) {
  return <p>{useDebounced(text)}</p>
}

it('waits until typing has stopped for 250 ms [CONST-08]', async () => {
  expect(DEBOUNCE_MS).toBe(250)
  const { container, rerender } = await render(<SettledSelection text="" />)
  const settled = () => container.textContent
  await rerender(<SettledSelection text="H" />)
  vi.advanceTimersByTime(249)
  await rerender(<SettledSelection text="Hart" />)
  vi.advanceTimersByTime(249)
  await rerender(<SettledSelection text="Hart" />)
  expect(settled()).toBe('')
  vi.advanceTimersByTime(1)
  await rerender(<SettledSelection text="Hart" />)
  expect(settled()).toBe('Hart')
})
