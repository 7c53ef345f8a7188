const SECOND = 1000
const MINUTE = 60 * SECOND

/** CONST-01 to CONST-03. The server ends the session a minute after the warning appears. */
export const IDLE_WARNING_AFTER = 14 * MINUTE
export const IDLE_COUNTDOWN = 15 * SECOND
/** Time after which the idle warning is loaded, and the interval of retries if that fails. */
export const FETCH_WARNING_EVERY = MINUTE
/** Minimum time between pings while a person types or moves the pointer without making calls. */
export const PING_EVERY = MINUTE
export const IDLE_CHECK_EVERY = SECOND
/** Time limit for the answer: a server that does not respond must not keep personal data on the screen. */
export const STAY_TIMEOUT = 20 * SECOND

export type Idle = { step: 'active' } | { step: 'warning'; seconds: number } | { step: 'over' }

/** Uses the wall clock, so that a computer that slept for an hour logs the person out at once. */
export function idleAt(now: number, lastCall: number): Idle {
  const left = lastCall + IDLE_WARNING_AFTER + IDLE_COUNTDOWN - now
  if (left <= 0) return { step: 'over' }
  return left <= IDLE_COUNTDOWN ? { step: 'warning', seconds: Math.ceil(left / SECOND) } : { step: 'active' }
}

export function isAnnounced(seconds: number): boolean {
  return seconds === 10 || seconds === 5
}
