const SECOND = 1000

export const partnerLimits = {
  /** For one request, which is retried once. */
  outboundMs: 3 * SECOND,
  tries: 2,
  answerBytes: 16 * 1024,
  /** Open requests of one process; others wait. */
  atOnce: 20,
  waiting: 100,
  waitMs: 2 * SECOND,
  sentence: 300,
}
