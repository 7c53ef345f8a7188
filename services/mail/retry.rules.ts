import { mailLimits } from './limits.ts'

type DeliveryAttempt = {
  fault: 'away' | 'later' | 'never'
  attempts: number
  ageMs: number
}

/** Returns the milliseconds until the next attempt; null to give up. */
export function retryAfter({ fault, attempts, ageMs }: DeliveryAttempt): number | null {
  if (fault === 'never') return null
  const longest = fault === 'away' ? mailLimits.longestOutageRetryMs : mailLimits.longestRetryMs
  const wait = Math.min(longest, mailLimits.firstRetryMs * 2 ** Math.min(attempts - 1, 20))
  return ageMs + wait > mailLimits.giveUpAfterMs ? null : wait
}
