const MINUTE = 60_000

export const voucherLimits = {
  /** How long a token opens the voucher application (S-64). */
  tokenMs: 5 * MINUTE,
  /** The least characters of a secret shared with it: as many as HMAC-SHA-256 makes use of. */
  secretLength: 32,
  /** What an employer and the application are told of, around today. */
  daysBack: 190,
  daysAhead: 100,
  /** What somebody sees of their own. */
  ownDaysBack: 366,
} as const
