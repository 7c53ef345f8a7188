import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { persistStore } from './use-persisted-state.ts'

const newStore = () => create<{ accepted: boolean; video: boolean }>(() => ({ accepted: false, video: false }))
const kept = (state: object, version?: unknown) => JSON.stringify({ state, version })
const area = (text: string | null | Promise<string | null>) => ({
  getItem: () => text,
  setItem: vi.fn<(name: string, text: string) => void>(),
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('state stored in the browser', () => {
  it('is restored when the page is opened again', async () => {
    const store = newStore()
    await persistStore(store, 'name', area(kept({ accepted: true }, 2)))
    expect(store.getState()).toEqual({ accepted: true, video: false })
  })

  it('is awaited for at most 5 seconds; then the defaults apply, and a result that arrives later is ignored [STATE-03] [STATE-05] [CONST-15]', async () => {
    const late = (after: number) =>
      area(new Promise((resolve) => setTimeout(resolve, after, kept({ accepted: true }, 2))))
    const [inTime, tooLate] = [newStore(), newStore()]
    const reading = Promise.all([persistStore(inTime, 'name', late(4999)), persistStore(tooLate, 'name', late(5001))])
    await vi.advanceTimersByTimeAsync(60_000)
    await reading
    expect(inTime.getState().accepted).toBe(true)
    expect(tooLate.getState()).toEqual({ accepted: false, video: false })
  })

  it.each([
    ['version 1', kept({ accepted: true }, 1)],
    ['version 3', kept({ accepted: true }, 3)],
    ['version "2"', kept({ accepted: true }, '2')],
    ['no version', kept({ accepted: true })],
    ['no state', JSON.stringify({ version: 2 })],
    ['no object', '2'],
    ['no JSON', '{"state":'],
    ['nothing', null],
  ])('of %s is discarded [STATE-05]', async (_, text) => {
    const store = newStore()
    await persistStore(store, 'name', area(text))
    expect(store.getState()).toEqual({ accepted: false, video: false })
  })

  it('is written as version 2, at once and then at most every 500 ms, always with the latest values [STATE-02] [STATE-04] [CONST-15]', async () => {
    const store = newStore()
    const { setItem, ...reading } = area(null)
    const started = Date.now()
    const writtenAt: number[] = []
    setItem.mockImplementation(() => void writtenAt.push(Date.now() - started))
    await persistStore(store, 'name', { ...reading, setItem })
    for (let each = 0; each < 10; each += 1) {
      store.setState({ video: each !== 9 })
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(10_000)
    expect(setItem.mock.calls).toEqual([
      ['name', kept({ accepted: false, video: true }, 2)],
      ['name', kept({ accepted: false, video: true }, 2)],
      ['name', kept({ accepted: false, video: false }, 2)],
    ])
    expect(writtenAt).toEqual([0, 500, 1000])
  })

  it("is passed to listeners before it is written, even if the browser's storage is full", async () => {
    const store = newStore()
    const heard = vi.fn<() => void>()
    const { setItem, ...reading } = area(null)
    const tried = new Promise<void>((resolve) => {
      setItem.mockImplementation(() => {
        expect(heard).toHaveBeenCalledOnce()
        resolve()
      })
    })
    await persistStore(store, 'name', { ...reading, setItem })
    store.subscribe(heard)
    store.setState({ accepted: true })
    await tried
  })

  it('is written at once when the person leaves the page, and is not written back after it was read', async () => {
    const store = newStore()
    const { setItem, ...reading } = area(kept({ accepted: true }, 2))
    await persistStore(store, 'name', { ...reading, setItem })
    dispatchEvent(new PageTransitionEvent('pagehide'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(setItem).not.toHaveBeenCalled()
    store.setState({ video: true })
    await vi.advanceTimersByTimeAsync(1)
    setItem.mockClear()
    store.setState({ accepted: false })
    dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(setItem).toHaveBeenCalledExactlyOnceWith('name', kept({ accepted: false, video: true }, 2))
  })

  it('is updated at once when another tab changes it, without writing it back', async () => {
    const store = newStore()
    const { setItem, ...reading } = area(null)
    await persistStore(store, 'consent', { ...reading, setItem })
    const tell = (newValue: string | null, key = 'consent') =>
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    tell(kept({ accepted: true }, 2))
    expect(store.getState()).toEqual({ accepted: true, video: false })
    for (const [text, key] of [[kept({ accepted: false }, 1)], [kept({ accepted: false }, 2), 'other'], ['{'], [null]])
      tell(text ?? null, key ?? 'consent')
    expect(store.getState()).toEqual({ accepted: true, video: false })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(setItem).not.toHaveBeenCalled()
    store.setState({ video: true })
    await vi.advanceTimersByTimeAsync(1)
    expect(setItem).toHaveBeenCalledExactlyOnceWith('consent', kept({ accepted: true, video: true }, 2))
  })

  it('does not override a choice that the person makes while it is read', async () => {
    const store = newStore()
    const reading = persistStore(store, 'name', area(Promise.resolve(kept({ accepted: false, video: true }, 2))))
    store.setState({ accepted: true })
    await reading
    expect(store.getState()).toEqual({ accepted: true, video: false })
  })
})
