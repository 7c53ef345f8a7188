import type { DailyJob } from '../../platform/daily-jobs.ts'
import { removeUndecided } from './life-events.queries.ts'

/** So many events are looked through by one transaction. */
const portion = 500

/** What shows something of somebody's life is kept no longer than it may be of use (S-87). */
export const removeUndecidedDocuments: DailyJob = {
  name: 'remove documents of life events that nobody has decided by',
  run: async (tx, clientId, { today }) =>
    (await removeUndecided(tx, clientId, { today, portion })) === portion ? 'more' : 'done',
}
