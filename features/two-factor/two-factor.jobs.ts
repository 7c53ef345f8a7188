import { removal } from '../../platform/spent-rows.ts'
import { spentSetUps } from './two-factor.queries.ts'

/** Seeds that somebody began to set up and left. */
export const removeOldSetUps = removal('remove old set-ups', spentSetUps)
