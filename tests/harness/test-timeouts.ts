import { vi } from 'vitest'

// By default Vitest stops waiting after a second, which is too short on a slow machine.
const { waitFor, waitUntil } = vi
const withinMs = 45_000
const patient = (options: number | { timeout?: number; interval?: number } = withinMs) =>
  typeof options === 'number' ? { timeout: options } : { timeout: withinMs, ...options }

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

// While Vitest waits, it advances fake timers; in a browser, also by the time that a click takes. On a slow machine a
// click can take seconds. With this setting, only the test advances fake timers.
if ('document' in globalThis) vi.isFakeTimers = () => false
