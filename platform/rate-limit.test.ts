import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitPerMinute } from './rate-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('a rate limit allows each caller a number of calls a minute, and the same number in the next minute', () => {
  const isWithin = limitPerMinute(2)
  const asked = (...callers: string[]) => callers.map((caller) => isWithin(caller))
  expect(asked('a', 'a', 'a', 'b')).toEqual([true, true, false, true])
  vi.advanceTimersByTime(59_999)
  expect(asked('a')).toEqual([false])
  vi.advanceTimersByTime(1)
  expect(asked('a', 'a', 'a')).toEqual([true, true, false])
})

it('a rate limit remembers only a limited number of callers', () => {
  const isWithin = limitPerMinute(1)
  expect(isWithin('first')).toBe(true)
  for (let each = 0; each <= 20_000; each += 1) isWithin(`other ${each}`)
  expect(isWithin('first')).toBe(true)
})
