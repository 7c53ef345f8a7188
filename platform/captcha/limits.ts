/** Budgets of the check that somebody is not a robot; code and tests load the same figures (security.md S-06). */
const SECOND = 1000

export const captchaLimits = {
  /** How long a proof counts after it was asked for, or made. */
  livesMs: 120 * SECOND,
  /** Clocks of others may be ahead of ours by so much. */
  aheadMs: 30 * SECOND,
  /** A provider that has not answered by then is away. */
  withinMs: 3 * SECOND,
  answerBytes: 16 * 1024,
  /** Tokens that are checked at a provider at once; more wait, and no longer than an answer takes. */
  checksAtOnce: 20,
  checksWaiting: 100,
} as const
