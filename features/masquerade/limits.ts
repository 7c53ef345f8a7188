import { entryLimits, viewLimits } from '../../services/session/limits.ts'

/** Longest life of a view: one minute to use its address, then its session. */
export const grantLimits = { lifeMs: entryLimits.lifeMs + viewLimits.sessionMs } as const
