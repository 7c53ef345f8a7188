const SECOND = 1000

export const partnerLimits = {
  /** One question, and once more where no answer came. */
  outboundMs: 3 * SECOND,
  tries: 2,
  answerBytes: 16 * 1024,
  /** Questions that one process has open at once; the others wait for a moment. */
  atOnce: 20,
  waiting: 100,
  waitMs: 2 * SECOND,
  sentence: 300,
}
