import type { DailyJob } from '../../platform/daily-jobs.ts'
import { deleteOldChecks } from './password.queries.ts'

/** Counts of checks whose minute is long over. */
export const removeOldChecks: DailyJob = {
  name: 'remove old password checks',
  run: async (tx, clientId) => {
    await deleteOldChecks(tx, clientId)
    return 'done'
  },
}
