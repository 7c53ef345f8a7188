import { idleAt, type Idle } from './idle.ts'
import { lastCall, useActivity } from './use-activity.ts'

/** If the wall clock and the monotonic clock differ by more, the clock was corrected or the computer slept. */
const CLOCK_TOLERANCE_MS = 60_000

const difference = () => Date.now() - performance.now()

let counted = { since: lastCall(), difference: difference() }

export function currentIdleState(): Idle {
  const now = Date.now()
  // Before the first call, or after the clock was set back, start from now. The server has its own clock.
  if (lastCall() === 0 || lastCall() > now) useActivity.setState({ lastCall: now })
  if (counted.since !== lastCall()) acceptClock()
  return idleAt(now, lastCall())
}

/** True if the wall clock has jumped since the last call. Then only the server knows whether the session has ended. */
export function clockHasJumped(): boolean {
  return Math.abs(difference() - counted.difference) > CLOCK_TOLERANCE_MS
}

export function acceptClock(): void {
  counted = { since: lastCall(), difference: difference() }
}
