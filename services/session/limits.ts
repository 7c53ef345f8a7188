const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const sessionLimits = {
  accessTokenMs: 10 * MINUTE,
  idleMs: 15 * MINUTE,
  absoluteMs: 12 * HOUR,
  keptMs: 90 * 24 * HOUR,
  /** The use of a session is recorded at most this often, because not every read should also write. */
  noteUseAfterMs: 15 * SECOND,
  liveSessions: 10,
} as const

export const signInLimits = {
  /** Consecutive failures that lock an email address, known or unknown (LOGIN-45). */
  failures: 5,
  lockMs: 15 * MINUTE,
  /** At most one mail about locks within this time (S-04). */
  lockNoticeMs: 1 * DAY,
  forgetFailuresMs: 7 * DAY,
  /** How long a browser with an earlier login keeps its own attempt limit (S-04). */
  deviceMs: 90 * DAY,
} as const

export const captchaTokenLimits = {
  failures: 3,
  /** A captcha is required after failures for this many people from one IPv4 address or IPv6 network. */
  peopleAtAddress: 25,
  /** A captcha is required after failures for this many people of one client, from anywhere. */
  peopleAnywhere: 500,
  /** How long a failure counts, and how long the captcha is then required. */
  triesWithinMs: HOUR,
  unprovenWithinMs: 15 * MINUTE,
} as const

export const challengeLimits = {
  ms: 5 * MINUTE,
  codes: 5,
  // Longer than a challenge, so that people who log in again can continue with the same QR code.
  pendingSeedMs: 10 * MINUTE,
} as const

/** One-time login tokens after single sign-on and for views (SSO-15, D-23). */
export const entryLimits = { lifeMs: 60 * SECOND } as const

/** Length of a view as another person, which cannot be renewed (MASQ-13, S-43). */
export const viewLimits = { sessionMs: 60 * MINUTE } as const
