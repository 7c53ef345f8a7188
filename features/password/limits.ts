/** Limits from S-10 to S-15 of docs/security.md and from FORM-38. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const passwordLimits = {
  previousPasswords: 5,
  checksPerMinute: 60,
  /** 20 comparisons an hour equal five in 15 minutes, the limit for logins. */
  comparisonsPerHour: 20,
} as const

export const linkLimits = {
  /** Lifetime of a link (FORGOT-19). */
  livesMs: { reset: 30 * MINUTE, activation: 14 * DAY },
  wrongDatesPerLink: 5,
  /** After this many wrong dates of birth, none of the person's links works for a day. */
  wrongDates: { most: 10, withinMs: DAY },
  /** Time in which the browser that gave the right date of birth may set the password. */
  verifiedMs: 15 * MINUTE,
  checksPerMinute: 30,
  askedFor: { most: 3, withinMs: HOUR },
  askedFrom: { most: 20, withinMs: HOUR },
  keepMs: 30 * DAY,
} as const

export function startOfMinute(now: Date): Date {
  return new Date(Math.floor(now.getTime() / MINUTE) * MINUTE)
}
