/** Figures of security.md S-65, S-67, S-73 and S-78. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const httpLimits = {
  jsonBodyBytes: 1024 * 1024,
  headerBytes: 32 * 1024,
  headersTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  keepAliveTimeoutMs: 65 * SECOND,
  slowCheckEveryMs: 1 * SECOND,
  drainMs: 30 * SECOND,
  /** If the database takes longer, the portal is not ready. Load balancers wait only briefly. */
  readyWithinMs: 1 * SECOND,
  idempotencyKeyLifeMs: 24 * HOUR,
  // The name of a built file contains its hash, so its content never changes.
  assetLifeMs: 365 * 24 * HOUR,
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
  closeWithinMs: 2 * SECOND,
} as const

export const workLimits = {
  dailyEveryMs: 10 * MINUTE,
  takeUpEveryMs: 15 * SECOND,
  stopWithinMs: 10 * SECOND,
} as const

export const retryAfterSeconds = 2
