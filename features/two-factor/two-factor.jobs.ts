import type { DailyJob } from '../../platform/daily-jobs.ts'
import { deleteOldSetUps } from './two-factor.queries.ts'

const portion = 5_000

/** Seeds that somebody began to set up and left. */
export const removeOldSetUps: DailyJob = {
  name: 'remove old set-ups',
  run: async (tx, clientId) => ((await deleteOldSetUps(tx, clientId, { portion })) === portion ? 'more' : 'done'),
}
