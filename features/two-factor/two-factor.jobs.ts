import { removalJob } from '../../platform/expired-rows.ts'
import { expiredSetUps } from './two-factor.queries.ts'

export const removeOldSetUps = removalJob('remove old set-ups', expiredSetUps)
