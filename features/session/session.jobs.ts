import { removal } from '../../platform/spent-rows.ts'
import { spentInSessions } from './clean-up.queries.ts'

/** What time has passed by: tokens of people who never came back, logins left half-way, counts of guesses at addresses that nobody has. */
export const removeSpentTokens = removal('remove spent tokens', spentInSessions)
