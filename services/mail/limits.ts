/** How mail is sent and stored, shared by code and tests (security.md S-79). */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const mailLimits = {
  /** Wait after the first failure; each further failure doubles it. */
  firstRetryMs: 1 * MINUTE,
  /** Longest wait. */
  longestRetryMs: 6 * HOUR,
  /** Longest wait while the mail server is unreachable, so that mail leaves soon after it returns. */
  longestOutageRetryMs: 4 * MINUTE,
  /** A mail is given up after failing for this long. */
  giveUpAfterMs: 24 * HOUR,
  /** Timeout of one attempt. */
  sendWithinMs: 60 * SECOND,
  /** If a process dies, another one retries its mails after this time. */
  claimMs: 2 * MINUTE,
  /** Mails sent in parallel. */
  atOnce: 5,
  /** How often a process looks for due mail without a notification. */
  lookEveryMs: 10 * SECOND,
  /** How long a shutdown waits for mails being sent. */
  stopWithinMs: 10 * SECOND,
  /** Delivered and given-up mails are kept for this time. */
  keepMs: 30 * DAY,
} as const
