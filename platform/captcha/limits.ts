/** Limits of the captcha. Code and tests load the same figures (security.md S-06). */
const SECOND = 1000

export const captchaLimits = {
  /** How long a proof is valid after it was requested or made. */
  livesMs: 120 * SECOND,
  /** Tolerance for a provider's clock that is ahead of ours. */
  aheadMs: 30 * SECOND,
  /** A provider that has not responded by then counts as unavailable. */
  withinMs: 3 * SECOND,
  answerBytes: 16 * 1024,
  /** Concurrent checks at a provider. More checks queue, for at most `withinMs`. */
  checksAtOnce: 20,
  checksWaiting: 100,
} as const
