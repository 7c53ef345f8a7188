const SECOND = 1000

/** Budgets of asking a partner's cost engine; code and tests load the same figures. */
export const partnerLimits = {
  /** One question, and once more where no answer came. */
  outboundMs: 3 * SECOND,
  tries: 2,
  answerBytes: 16 * 1024,
  /** Questions that one process has open at once; the others wait for a moment. */
  atOnce: 20,
  waiting: 100,
  waitMs: 2 * SECOND,
  /** The longest sentence of a partner that is shown. */
  sentence: 300,
}
