import type { DailyJob } from '../../platform/daily-jobs.ts'
import { deleteOldAssertions } from './sign-on.queries.ts'

/** Used assertions that nobody would believe any more. */
export const removeOldAssertions: DailyJob = {
  name: 'remove old assertions',
  run: async (tx, clientId, { now }) => {
    await deleteOldAssertions(tx, clientId, { before: new Date(now) })
    return 'done'
  },
}
