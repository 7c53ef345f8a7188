const SECOND = 1000

export const uploadLimits = {
  /** Faults stored and listed per file. All faults are counted. */
  faults: 10_000,
  /** Rows processed in memory at a time, apart from their text. */
  together: 2_000,
  /** Number of people whose benefits the check or the confirmation recalculates at a time. */
  recalculated: 200,
  /** Number of people in one transaction of an undo. */
  undone: 500,
  /** Interval of a reception's sign of life, and the silence after which it counts as interrupted. */
  livesEveryMs: 5 * SECOND,
  silentMs: 30 * SECOND,
  /** Attempts before an upload counts as failed, and the minimum time between two attempts. */
  attempts: 3,
  againAfterMs: 5 * SECOND,
  /** Checks restarted because their data changed, before the upload fails. */
  rechecks: 20,
  /** Interval at which a process looks for work without a notification. */
  lookEveryMs: 10 * SECOND,
  stopWithinMs: 10 * SECOND,
} as const
