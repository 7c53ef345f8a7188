import { vi } from 'vitest'

// Vitest gives up waiting after a second by default, which is too short on a slow machine.
const { waitFor, waitUntil } = vi
const withinMs = 45_000
const patient = (options: number | { timeout?: number; interval?: number } = withinMs) =>
  typeof options === 'number' ? { timeout: options } : { timeout: withinMs, ...options }

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

// While waiting, Vitest advances fake timers, in a browser also by the time that a click takes: by seconds on a slow machine. With
// this setting only the test advances them.
if ('document' in globalThis) vi.isFakeTimers = () => false
