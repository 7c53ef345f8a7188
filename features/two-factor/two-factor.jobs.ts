import { removal } from '../../platform/spent-rows.ts'
import { expiredSetUps } from './two-factor.queries.ts'

export const removeOldSetUps = removal('remove old set-ups', expiredSetUps)
