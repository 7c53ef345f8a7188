import { removalJob } from '../../platform/expired-rows.ts'
import { spentInSessions } from './expired-sessions.queries.ts'

export const removeSpentTokens = removalJob('remove spent tokens', spentInSessions)
