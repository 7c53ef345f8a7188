import type { DailyJob } from '../../platform/daily-jobs.ts'
import { deleteSpentRows } from './clean-up.queries.ts'

const portion = 5_000

/** What time has passed by: tokens of people who never came back, logins left half-way, counts of guesses at addresses that nobody has. */
export const removeSpentTokens: DailyJob = {
  name: 'remove spent tokens',
  run: async (tx, clientId) => ((await deleteSpentRows(tx, clientId, { portion })) > 0 ? 'more' : 'done'),
}
