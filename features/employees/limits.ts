/** How often welcome emails are sent again; code and tests load the same figures (security.md S-79). */
export const welcomeLimits = {
  /** So many an employer may send one person within this time; to everybody at once, whoever had one within it gets none. */
  again: { most: 3, withinMs: 24 * 3_600_000 },
  /** So many of a client wait as mails at once; the others wait to become one, so that no other mail waits behind them all. */
  atOnce: 100,
  /** So many that were given up are listed. */
  listed: 50,
} as const
