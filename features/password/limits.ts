/** Budgets of choosing a password; code and tests load the same figures (security.md S-10 to S-15, FORM-38). */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const passwordLimits = {
  /** The one in use and those before it that may not be chosen again. */
  previousPasswords: 5,
  checksPerMinute: 60,
  /** With the password in use and former ones, an account; as many as a sign-in allows: five, then locked for 15 minutes. */
  comparisonsPerHour: 20,
} as const

export const linkLimits = {
  /** How long a link works (FORGOT-19). */
  livesMs: { reset: 30 * MINUTE, activation: 14 * DAY },
  /** Wrong dates of birth after which a link is dead, … */
  wrongDatesPerLink: 5,
  /** … and after which a person's links, of both kinds, wait until a day is over. */
  wrongDates: { most: 10, withinMs: DAY },
  /** How long the browser in which the date of birth was right may set the password. */
  verifiedMs: 15 * MINUTE,
  checksPerMinute: 30,
  /** Mails for one address, and links asked for from one place. */
  askedFor: { most: 3, withinMs: HOUR },
  askedFrom: { most: 20, withinMs: HOUR },
  /** What is over is kept so long, for whoever asks what became of a link. */
  keepMs: 30 * DAY,
} as const
