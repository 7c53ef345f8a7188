import { removal } from '../../platform/spent-rows.ts'
import { spentSetUps } from './two-factor.queries.ts'

/** Deletes seeds of set-ups that were not finished. */
export const removeOldSetUps = removal('remove old set-ups', spentSetUps)
