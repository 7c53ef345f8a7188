/** security.md S-65, S-67, S-73, S-78. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const httpLimits = {
  jsonBodyBytes: 1024 * 1024,
  /** Applications on the same host may set several large cookies. */
  headerBytes: 32 * 1024,
  headersTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  keepAliveTimeoutMs: 65 * SECOND,
  /** Interval for closing connections that exceed those times. */
  slowCheckEveryMs: 1 * SECOND,
  /** How long a stop waits for current requests. */
  drainMs: 30 * SECOND,
  /** A database that has not answered by then counts as unavailable. Load balancers wait only briefly. */
  readyWithinMs: 1 * SECOND,
  idempotencyKeyLifeMs: 24 * HOUR,
  /** Hashed files never change under the same name. */
  assetLifeMs: 365 * 24 * HOUR,
  /** Anyone may send reports of policy violations, so they are limited. */
  policyReportBytes: 16 * 1024,
  policyReportsPerMinute: 60,
  directoryMs: 5 * SECOND,
  /** RFC 9116 recommends less than a year. */
  securityContactLifeMs: 180 * 24 * HOUR,
} as const

export const databaseLimits = {
  poolSize: 10,
  statementTimeoutMs: 10 * SECOND,
  lockTimeoutMs: 3 * SECOND,
  idleInTransactionTimeoutMs: 15 * SECOND,
  connectionTimeoutMs: 2 * SECOND,
  /** How long a stop waits for connections to close. */
  closeWithinMs: 2 * SECOND,
} as const

export const workLimits = {
  /** Looks for a new day whose jobs have not run. */
  dailyEveryMs: 10 * MINUTE,
  takeUpEveryMs: 15 * SECOND,
  /** How long a stop waits for the current job. */
  stopWithinMs: 10 * SECOND,
} as const

/** Seconds. */
export const retryAfterSeconds = 2
