const MINUTE = 60_000

export const voucherLimits = {
  /** S-64. */
  tokenMs: 5 * MINUTE,
  /** As many characters as HMAC-SHA-256 uses. */
  secretLength: 32,
  /** Orders around today, in days, for the employer and the application. */
  daysBack: 190,
  daysAhead: 100,
  /** A person's own orders, in days. */
  ownDaysBack: 366,
} as const
