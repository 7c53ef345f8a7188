import { entryLimits, viewLimits } from '../../services/session/limits.ts'

/** A minute to use the address, then the session. */
export const grantLimits = { lifeMs: entryLimits.lifeMs + viewLimits.sessionMs } as const
