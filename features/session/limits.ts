/** Lifetimes and budgets of sign-in and sessions; code and tests load the same figures (security.md S-03, D-23). */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const sessionLimits = {
  accessTokenMs: 10 * MINUTE,
  /** Without any call a session ends after this time, … */
  idleMs: 15 * MINUTE,
  /** … and in any case after this one. */
  absoluteMs: 12 * HOUR,
  /** A call is noted as use of the session only when the last note is older: not every read should be a write. */
  noteUseAfterMs: 15 * SECOND,
  /** One more ends the oldest. */
  liveSessions: 10,
} as const

export const signInLimits = {
  /** Consecutive failures that lock an identifier, known or not (LOGIN-45). */
  failures: 5,
  lockMs: 15 * MINUTE,
  /** Whose account it is hears of locks no more often than this (S-04). */
  lockNoticeMs: 1 * DAY,
  /** Failures that nobody has gone on with for so long count no more. */
  forgetFailuresMs: 7 * DAY,
  /** How long a browser that signed in keeps a budget of its own (S-04). */
  deviceMs: 90 * DAY,
} as const

/** From when on somebody proves that they are no robot (LOGIN-14, S-06, S-08). */
export const robotLimits = {
  /** Consecutive failures of one identifier. */
  failures: 3,
  /** Different people whom somebody at one address (an IPv4 address, or an IPv6 network) has failed to sign in as, … */
  peopleAtAddress: 25,
  /** … and whom anybody anywhere has, of one client. */
  peopleAnywhere: 500,
  /** How long a failure counts for that, and how long everybody there is asked. */
  triesWithinMs: HOUR,
  /** How long a guess counts that was let through because nobody could check its proof. */
  unprovenWithinMs: 15 * MINUTE,
} as const

/** Between the password and the code (S-19, S-21). */
export const challengeLimits = {
  ms: 5 * MINUTE,
  /** Codes that one challenge lets somebody ask about. */
  codes: 5,
  /** A seed that is being set up lives longer than one challenge: who was too slow goes on with the same QR code. */
  pendingSeedMs: 10 * MINUTE,
} as const

/** One-time entries: single sign-on's and an administrator's (SSO-15, D-23). */
export const entryLimits = { lifeMs: 60 * SECOND } as const

/** Looking at the portal as somebody else: nothing renews it (MASQ-13, S-43). */
export const viewLimits = { sessionMs: 60 * MINUTE } as const
