/** S-79. */
export const welcomeLimits = {
  /** Per person. Sending to everybody skips people who had one within this time. */
  again: { most: 3, withinMs: 24 * 3_600_000 },
  /** Of a client in the mail queue. Further ones wait outside it, so that they don't delay other mail. */
  atOnce: 100,
  listed: 50,
} as const
