const SECOND = 1000
const MINUTE = 60 * SECOND

/** CONST-01 to CONST-03. The server ends the session a minute after the warning begins. */
export const IDLE_WARNING_AFTER = 14 * MINUTE
export const IDLE_COUNTDOWN = 15 * SECOND
/** A page open for a minute is likely to need the warning, so it is loaded then, and retried every minute. */
export const FETCH_WARNING_EVERY = MINUTE
/** Of a person who types or moves the pointer without calls. */
export const PING_EVERY = MINUTE
export const IDLE_CHECK_EVERY = SECOND
/** So that a hanging server can't keep personal data on the screen. */
export const STAY_TIMEOUT = 20 * SECOND

export type Idle = { step: 'active' } | { step: 'warning'; seconds: number } | { step: 'over' }

/** Calculates idleness by wall clock: a computer that wakes after an hour is over time at once. */
export function idleAt(now: number, lastCall: number): Idle {
  const left = lastCall + IDLE_WARNING_AFTER + IDLE_COUNTDOWN - now
  if (left <= 0) return { step: 'over' }
  return left <= IDLE_COUNTDOWN ? { step: 'warning', seconds: Math.ceil(left / SECOND) } : { step: 'active' }
}

/** Returns whether a screen reader repeats the countdown: not every second, only at ten and five. */
export function isAnnounced(seconds: number): boolean {
  return seconds === 10 || seconds === 5
}
