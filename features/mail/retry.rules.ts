import { mailLimits } from './limits.ts'

type Tried = {
  fault: 'away' | 'later' | 'never'
  /** This one counted. */
  attempts: number
  /** Since it was queued. */
  ageMs: number
}

/** In how many milliseconds a mail that could not be sent is tried again; null when it is given up. */
export function retryAfter({ fault, attempts, ageMs }: Tried): number | null {
  if (fault === 'never') return null
  const longest = fault === 'away' ? mailLimits.longestOutageRetryMs : mailLimits.longestRetryMs
  const wait = Math.min(longest, mailLimits.firstRetryMs * 2 ** Math.min(attempts - 1, 20))
  return ageMs + wait > mailLimits.giveUpAfterMs ? null : wait
}
