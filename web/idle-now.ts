import { idleAt, type Idle } from './idle.ts'
import { lastCall, useActivity } from './use-activity.ts'

/** A larger difference between wall clock and monotonic clock is a corrected clock, or a computer that has slept. */
const CLOCK_TOLERANCE_MS = 60_000

const difference = () => Date.now() - performance.now()

let counted = { since: lastCall(), difference: difference() }

export function idleNow(): Idle {
  const now = Date.now()
  // Without a call yet, or if the clock was set back, count from now. The server uses its own clock.
  if (lastCall() === 0 || lastCall() > now) useActivity.setState({ lastCall: now })
  if (counted.since !== lastCall()) acceptClock()
  return idleAt(now, lastCall())
}

/** True if the wall clock has jumped since the last call, so that only the server knows whether the session has ended. */
export function clockHasJumped(): boolean {
  return Math.abs(difference() - counted.difference) > CLOCK_TOLERANCE_MS
}

export function acceptClock(): void {
  counted = { since: lastCall(), difference: difference() }
}
