const SECOND = 1000

export const partnerLimits = {
  /** One request, and one retry without a response. */
  outboundMs: 3 * SECOND,
  tries: 2,
  answerBytes: 16 * 1024,
  /** Requests that one process has open at once; others wait. */
  atOnce: 20,
  waiting: 100,
  waitMs: 2 * SECOND,
  sentence: 300,
}
