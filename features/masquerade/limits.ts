import { entryLimits, viewLimits } from '../session/limits.ts'

/** From its grant on, no view lasts longer: the address is used within a minute, and its session ends by itself. */
export const grantLimits = { lifeMs: entryLimits.lifeMs + viewLimits.sessionMs } as const
