const SECOND = 1000

export const uploadLimits = {
  /** Faults stored and listed per file. All are counted. */
  faults: 10_000,
  /** Rows in memory at a time. */
  together: 2_000,
  recalculated: 200,
  undone: 500,
  /** Interval of a reception's sign of life, and the silence after which it counts as interrupted. */
  livesEveryMs: 5 * SECOND,
  silentMs: 30 * SECOND,
  /** Attempts before an upload counts as failed, and the minimum time between them. */
  attempts: 3,
  againAfterMs: 5 * SECOND,
  /** Checks repeated because their data changed, before the upload fails. */
  rechecks: 20,
  /** Interval at which a process looks for work without a notification. */
  lookEveryMs: 10 * SECOND,
  stopWithinMs: 10 * SECOND,
} as const
