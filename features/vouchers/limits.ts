const MINUTE = 60_000

export const voucherLimits = {
  /** How long a token opens the voucher application (S-64). */
  tokenMs: 5 * MINUTE,
  /** Minimum characters of the shared secret: as many as HMAC-SHA-256 uses. */
  secretLength: 32,
  /** Range of orders around today, in days, for the employer and the application. */
  daysBack: 190,
  daysAhead: 100,
  /** Range of a person's own orders, in days. */
  ownDaysBack: 366,
} as const
