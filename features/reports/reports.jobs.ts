import type { DailyJob } from '../../platform/daily-jobs.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { keepProviderReports } from './make-provider-reports.server.ts'
import { monthsOver } from './month.rules.ts'
import { yearBegan } from './provider-members.queries.ts'

/** What each provider is told of a month, once the month is over: as it is known then, and kept for good. */
export const makeProviderReports: DailyJob = {
  name: 'make provider reports',
  run: async (tx, clientId, { today, now, lastRan }) => {
    const since = lastRan ?? (await yearBegan(tx, clientId, { by: today }))
    const [first, ...more] = since === undefined ? [] : monthsOver({ since, today })
    if (!first) return 'done'
    const reports = await keepProviderReports(tx, clientId, { months: [first, ...more], today, now })
    await appendAudit(tx, clientId, [
      { at: now, actor: null, subject: null, action: 'provider-reports.made', details: { reports } },
    ])
    return 'done'
  },
}
