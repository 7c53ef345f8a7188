import type { DailyJob } from '../../platform/daily-jobs.ts'
import { linkLimits } from './limits.ts'
import { deleteOldCounts } from './link-counts.queries.ts'
import { deleteOldLinks } from './links.queries.ts'
import { deleteOldChecks } from './password.queries.ts'

/** No count looks back further than a day. */
const keepCountsMs = 2 * 24 * 3_600_000

/** Links that were over long ago, and counts of checks and of tries whose time has passed. */
export const removeOldLinks: DailyJob = {
  name: 'remove old links',
  run: async (tx, clientId, { now }) => {
    const before = (ms: number) => new Date(Date.parse(now) - ms)
    await deleteOldChecks(tx, clientId)
    await deleteOldCounts(tx, clientId, { before: before(keepCountsMs) })
    await deleteOldLinks(tx, clientId, { before: before(linkLimits.keepMs) })
    return 'done'
  },
}
