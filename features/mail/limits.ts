/** How mail is sent and kept; code and tests load the same figures (security.md S-79). */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const mailLimits = {
  /** After the first refusal; each further one doubles it, … */
  firstRetryMs: 1 * MINUTE,
  /** … up to this, … */
  longestRetryMs: 6 * HOUR,
  /** … and up to this while the mail server itself is away: then everything leaves soon after it is back. */
  longestOutageRetryMs: 4 * MINUTE,
  /** A mail that has failed for so long is given up. */
  giveUpAfterMs: 24 * HOUR,
  /** One try takes no longer than this, … */
  sendWithinMs: 60 * SECOND,
  /** … and a mail whose process is gone is tried again by another one after this. */
  claimMs: 2 * MINUTE,
  /** So many are tried at once. */
  atOnce: 5,
  /** How often a process looks whether something is due that nobody has told it about. */
  lookEveryMs: 10 * SECOND,
  /** How long a stop waits for what is being sent. */
  stopWithinMs: 10 * SECOND,
  /** What is delivered or given up is kept this long. */
  keepMs: 30 * DAY,
} as const
