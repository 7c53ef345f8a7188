/** Limits of choosing a password, shared by code and tests (security.md S-10 to S-15, FORM-38). */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const passwordLimits = {
  /** Passwords that may not be chosen again: the current one and those before it. */
  previousPasswords: 5,
  checksPerMinute: 60,
  /** Comparisons with current and former passwords per account. As many as sign-in allows: five, then a 15-minute lock. */
  comparisonsPerHour: 20,
} as const

export const linkLimits = {
  /** How long a link works (FORGOT-19). */
  livesMs: { reset: 30 * MINUTE, activation: 14 * DAY },
  /** Wrong dates of birth after which a link no longer works. */
  wrongDatesPerLink: 5,
  /** Wrong dates of birth that disable all of a person's links, of both kinds, for a day. */
  wrongDates: { most: 10, withinMs: DAY },
  /** How long the browser that confirmed the date of birth may set the password. */
  verifiedMs: 15 * MINUTE,
  checksPerMinute: 30,
  /** Requests for one address, and from one IP address. */
  askedFor: { most: 3, withinMs: HOUR },
  askedFrom: { most: 20, withinMs: HOUR },
  /** Old links are kept for this time, to answer questions about them. */
  keepMs: 30 * DAY,
} as const

export function startOfMinute(now: Date): Date {
  return new Date(Math.floor(now.getTime() / MINUTE) * MINUTE)
}
