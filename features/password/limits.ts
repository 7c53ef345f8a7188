/** S-10 to S-15, FORM-38. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const passwordLimits = {
  /** The current password and those before it. */
  previousPasswords: 5,
  checksPerMinute: 60,
  /** Comparisons with current and former passwords per account. Sign-in allows as many: five, then a 15-minute lock. */
  comparisonsPerHour: 20,
} as const

export const linkLimits = {
  /** FORGOT-19. */
  livesMs: { reset: 30 * MINUTE, activation: 14 * DAY },
  wrongDatesPerLink: 5,
  /** These disable all of a person's links for a day. */
  wrongDates: { most: 10, withinMs: DAY },
  /** Time in which the browser that confirmed the date of birth may set the password. */
  verifiedMs: 15 * MINUTE,
  checksPerMinute: 30,
  /** Requests for one address, and from one IP address. */
  askedFor: { most: 3, withinMs: HOUR },
  askedFrom: { most: 20, withinMs: HOUR },
  keepMs: 30 * DAY,
} as const

export function startOfMinute(now: Date): Date {
  return new Date(Math.floor(now.getTime() / MINUTE) * MINUTE)
}
