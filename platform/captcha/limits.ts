const SECOND = 1000

export const captchaLimits = {
  livesMs: 120 * SECOND,
  aheadMs: 30 * SECOND,
  withinMs: 3 * SECOND,
  answerBytes: 16 * 1024,
  /** Checks at a provider that run at once. More checks wait, for at most `withinMs`. */
  checksAtOnce: 20,
  checksWaiting: 100,
} as const
