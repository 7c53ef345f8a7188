import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConcurrencyLimiter, LimiterBusy } from './concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gated(gate: ConcurrencyLimiter) {
  const started: number[] = []
  const work = (number: number) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const passed = gate.run(() => {
      started.push(number)
      return promise
    })
    return { passed, finish: () => resolve(number) }
  }
  return { started, work }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('limit of tasks that run at the same time', () => {
  it('runs the allowed number of tasks at once, and then the other tasks in order', async () => {
    const { started, work } = gated(new ConcurrencyLimiter({ places: 2, queue: 10, waitMs: 1000 }))
    const all = [1, 2, 3, 4].map(work)
    await settle()
    expect(started).toEqual([1, 2])
    all[1]?.finish()
    await settle()
    expect(started).toEqual([1, 2, 3])
    for (const each of all) each.finish()
    expect(await Promise.all(all.map((each) => each.passed))).toEqual([1, 2, 3, 4])
  })

  it('refuses tasks that wait too long or do not fit into the queue, without starting them', async () => {
    const { started, work } = gated(new ConcurrencyLimiter({ places: 1, queue: 1, waitMs: 1000 }))
    const first = work(1)
    const second = work(2)
    await expect(work(3).passed).rejects.toThrow(LimiterBusy)
    const tooLong = second.passed.catch((refused: unknown) => refused)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await tooLong).toBeInstanceOf(LimiterBusy)

    first.finish()
    await first.passed
    expect(started).toEqual([1])
    const next = work(4)
    next.finish()
    expect(await next.passed).toBe(4)
  })

  it('frees the place of a task that fails', async () => {
    const gate = new ConcurrencyLimiter({ places: 1, queue: 0, waitMs: 1000 })
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await gate.run(() => Promise.resolve('through'))).toBe('through')
  })
})
