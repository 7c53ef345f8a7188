import { removalJob } from '../../platform/spent-rows.ts'
import { spentInSessions } from './expired-sessions.queries.ts'

export const removeSpentTokens = removalJob('remove spent tokens', spentInSessions)
