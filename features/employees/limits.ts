/** Limits for resending welcome emails, used by code and tests (security.md S-79). */
export const welcomeLimits = {
  /** Maximum emails to one person within this time. Sending to everybody skips people who had one within it. */
  again: { most: 3, withinMs: 24 * 3_600_000 },
  /** Maximum welcome emails of a client in the mail queue. Further ones wait outside it, so that they do not delay other mail. */
  atOnce: 100,
  /** Maximum failed emails listed. */
  listed: 50,
} as const
