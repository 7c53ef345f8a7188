const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const sessionLimits = {
  accessTokenMs: 10 * MINUTE,
  idleMs: 15 * MINUTE,
  absoluteMs: 12 * HOUR,
  /** Sessions are stored this long after their start, for questions about a login. */
  keptMs: 90 * 24 * HOUR,
  /** A use is recorded only if the last record is older, so that not every read is also a write. */
  noteUseAfterMs: 15 * SECOND,
  liveSessions: 10,
} as const

export const signInLimits = {
  /** Consecutive failures that lock an identifier, known or not (LOGIN-45). */
  failures: 5,
  lockMs: 15 * MINUTE,
  /** Shortest time between two mails to an account's owner about locks (S-04). */
  lockNoticeMs: 1 * DAY,
  forgetFailuresMs: 7 * DAY,
  /** How long a browser that has signed in keeps its own attempt limit (S-04). */
  deviceMs: 90 * DAY,
} as const

export const captchaTokenLimits = {
  failures: 3,
  /** After failures for this many people from one address (an IPv4 address or an IPv6 network). */
  peopleAtAddress: 25,
  /** After failures for this many people of one client, from anywhere. */
  peopleAnywhere: 500,
  /** How long a failure counts, and how long the captcha stays required. */
  triesWithinMs: HOUR,
  /** How long an attempt counts that was allowed while captchas could not be verified. */
  unprovenWithinMs: 15 * MINUTE,
} as const

export const challengeLimits = {
  ms: 5 * MINUTE,
  codes: 5,
  /** Longer than a challenge, so that a slow person can continue with the same QR code. */
  pendingSeedMs: 10 * MINUTE,
} as const

/** One-time entries of single sign-on and masquerade (SSO-15, D-23). */
export const entryLimits = { lifeMs: 60 * SECOND } as const

/** A view as another person; it cannot be renewed (MASQ-13, S-43). */
export const viewLimits = { sessionMs: 60 * MINUTE } as const
