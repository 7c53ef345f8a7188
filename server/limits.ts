/** Budgets of the HTTP shell; code and tests load the same figures (security.md S-65, S-67, S-73, S-78). */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const httpLimits = {
  jsonBodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headersTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  keepAliveTimeoutMs: 65 * SECOND,
  /** How often connections are looked at that are over those times. */
  slowCheckEveryMs: 1 * SECOND,
  /** How long a stop waits for requests under way. */
  drainMs: 30 * SECOND,
  /** A database that has not answered by then is not there: the balancer's own patience is short. */
  readyWithinMs: 1 * SECOND,
  idempotencyKeyLifeMs: 24 * HOUR,
  /** Hashed files never change under their name. */
  assetLifeMs: 365 * 24 * HOUR,
  /** Reports of what a page's policy has stopped: anybody may send them. */
  policyReportBytes: 16 * 1024,
  policyReportsPerMinute: 60,
  /** How long the sub-domain directory is believed without asking again. */
  directoryMs: 5 * SECOND,
} as const

export const databaseLimits = {
  poolSize: 10,
  statementTimeoutMs: 10 * SECOND,
  lockTimeoutMs: 3 * SECOND,
  idleInTransactionTimeoutMs: 15 * SECOND,
  connectionTimeoutMs: 2 * SECOND,
  /** How long a stop waits for the connections to close. */
  closeWithinMs: 2 * SECOND,
} as const

export const workLimits = {
  /** How often a process looks whether a day has begun whose jobs have not run. */
  dailyEveryMs: 10 * MINUTE,
  /** Time between the worker's searches for outdated counts of take-up. */
  takeUpEveryMs: 15 * SECOND,
  /** How long a stop waits for the job under way. */
  stopWithinMs: 10 * SECOND,
} as const

/** Seconds after which a refused or failed call may be tried again. */
export const retryAfterSeconds = 2
