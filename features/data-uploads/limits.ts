const SECOND = 1000

export const uploadLimits = {
  /** Of one file that many faults are kept and listed; all of them are counted. */
  faults: 10_000,
  /** Of how many rows more than the text is held at once. */
  together: 2_000,
  /** Number of people whose benefits the check or the confirmation recalculates at a time. */
  recalculated: 200,
  /** Number of people whom the undo reverses in one transaction. */
  undone: 500,
  /** How often a reception that goes on says so, and after what silence it is believed to have been cut off. */
  livesEveryMs: 5 * SECOND,
  silentMs: 30 * SECOND,
  /** How often the same work is begun before an upload counts as failed, and how long after it was begun at the earliest. */
  attempts: 3,
  againAfterMs: 5 * SECOND,
  /** How often a check begins again because something it stands on has changed under it, before it is given up. */
  rechecks: 20,
  /** How often a process looks for work that nobody told it about. */
  lookEveryMs: 10 * SECOND,
  stopWithinMs: 10 * SECOND,
} as const
