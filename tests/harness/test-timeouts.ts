import { vi } from 'vitest'

// By default Vitest stops waiting after a second, which is too short on a slow machine.
const { waitFor, waitUntil } = vi
const withinMs = 45_000
const patient = (options: number | { timeout?: number; interval?: number } = withinMs) =>
  typeof options === 'number' ? { timeout: options } : { timeout: withinMs, ...options }

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

// With this setting, only the test advances fake timers. Otherwise Vitest advances them while it waits.
if ('document' in globalThis) vi.isFakeTimers = () => false
