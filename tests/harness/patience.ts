import { vi } from 'vitest'

// Slow machines need time, and Vitest gives up after a second by default. Here a wait only fails if the result never comes.
const { waitFor, waitUntil } = vi
const withinMs = 45_000
const patient = (options: number | { timeout?: number; interval?: number } = withinMs) =>
  typeof options === 'number' ? { timeout: options } : { timeout: withinMs, ...options }

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

// While waiting, Vitest advances fake timers itself, in a browser also by the time that a click takes. On a slow machine this
// adds seconds that the test does not expect. With this setting only the test advances them.
if ('document' in globalThis) vi.isFakeTimers = () => false
