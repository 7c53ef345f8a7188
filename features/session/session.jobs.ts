import { removal } from '../../platform/spent-rows.ts'
import { spentInSessions } from './expired-sessions.queries.ts'

export const removeSpentTokens = removal('remove spent tokens', spentInSessions)
