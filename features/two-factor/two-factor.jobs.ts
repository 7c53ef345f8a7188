import { removal } from '../../platform/spent-rows.ts'
import { spentSetUps } from './two-factor.queries.ts'

export const removeOldSetUps = removal('remove old set-ups', spentSetUps)
