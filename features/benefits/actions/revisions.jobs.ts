import type { DailyJob } from '../../../platform/daily-jobs.ts'
import { foldMarks } from './person-revision.queries.ts'

/** What tells servers that somebody's price may be another one grows by a row with each change. */
export const foldRevisions: DailyJob = {
  name: 'fold revisions',
  run: async (tx, clientId) => {
    await foldMarks(tx, clientId)
    return 'done'
  },
}
