const SECOND = 1000
const MINUTE = 60 * SECOND

/** CONST-01 to CONST-03. The server ends the session a minute after the warning begins. */
export const IDLE_WARNING_AFTER = 14 * MINUTE
export const IDLE_COUNTDOWN = 15 * SECOND
/** A page that stands for a minute is likely to need the warning, and asks for it until it has come. */
export const FETCH_WARNING_EVERY = MINUTE
export const IDLE_CHECK_EVERY = SECOND
/** How long all tabs wait for the answer to staying: nobody's figures stay on the screen because a server hangs. */
export const STAY_PATIENCE = 20 * SECOND

export type Idle = { step: 'active' } | { step: 'warning'; seconds: number } | { step: 'over' }

/** How idle somebody is, by the clock on the wall: a computer that wakes after an hour has no seconds left to count. */
export function idleAt(now: number, lastCall: number): Idle {
  const left = lastCall + IDLE_WARNING_AFTER + IDLE_COUNTDOWN - now
  if (left <= 0) return { step: 'over' }
  return left <= IDLE_COUNTDOWN ? { step: 'warning', seconds: Math.ceil(left / SECOND) } : { step: 'active' }
}

/** What a screen reader is told again: not every second, but once more while there is time, and at the last moment. */
export function isReadOut(seconds: number): boolean {
  return seconds === 10 || seconds === 5
}
