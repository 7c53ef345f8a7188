/** Figures of security.md S-79, also used by tests. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const mailLimits = {
  firstRetryMs: 1 * MINUTE,
  longestRetryMs: 6 * HOUR,
  /** Longest wait while the mail server is unreachable. Short, so that mails leave soon after it is back. */
  longestOutageRetryMs: 4 * MINUTE,
  giveUpAfterMs: 24 * HOUR,
  sendWithinMs: 60 * SECOND,
  /** After this time, another process takes over the mails of a process that has died. */
  claimMs: 2 * MINUTE,
  atOnce: 5,
  lookEveryMs: 10 * SECOND,
  stopWithinMs: 10 * SECOND,
  keepMs: 30 * DAY,
} as const
