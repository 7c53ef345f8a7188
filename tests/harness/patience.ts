import { vi } from 'vitest'

// What a test waits for comes late on a machine that does much else. Vitest gives up after a second unless told; here only
// what never comes ends a wait.
const { waitFor, waitUntil } = vi
const withinMs = 45_000
const patient = (options: number | { timeout?: number; interval?: number } = withinMs) =>
  typeof options === 'number' ? { timeout: options } : { timeout: withinMs, ...options }

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

// While something is waited for, Vitest moves a clock that stands still in a test on by as much, in a browser for as long as a
// click takes as well: on a slow machine seconds would pass of which the test knows nothing. Here only the test moves it.
if ('document' in globalThis) vi.isFakeTimers = () => false
