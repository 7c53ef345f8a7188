import { removal } from '../../platform/spent-rows.ts'
import { spentInSessions } from './clean-up.queries.ts'

/** Deletes expired tokens, abandoned logins and old failed attempts. */
export const removeSpentTokens = removal('remove spent tokens', spentInSessions)
