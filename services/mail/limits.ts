/** How mail is sent and stored, shared by code and tests (security.md S-79). */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const mailLimits = {
  firstRetryMs: 1 * MINUTE,
  longestRetryMs: 6 * HOUR,
  /** Longest wait while the mail server is unreachable. Short, so that mail leaves soon after it returns. */
  longestOutageRetryMs: 4 * MINUTE,
  giveUpAfterMs: 24 * HOUR,
  sendWithinMs: 60 * SECOND,
  /** If a process dies, another one sends its mails after this time. */
  claimMs: 2 * MINUTE,
  atOnce: 5,
  lookEveryMs: 10 * SECOND,
  stopWithinMs: 10 * SECOND,
  keepMs: 30 * DAY,
} as const
