import { removal } from '../../platform/spent-rows.ts'
import { spentInSessions } from './clean-up.queries.ts'

export const removeSpentTokens = removal('remove spent tokens', spentInSessions)
