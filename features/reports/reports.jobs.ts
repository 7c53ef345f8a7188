import type { DailyJob } from '../../platform/daily-jobs.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { benefitsByProvider, storeProviderReports } from './store-provider-reports.server.ts'
import { completedMonths } from './report-months.rules.ts'
import { startOfSchemeYear } from './provider-members.queries.ts'

/** Uses one transaction for each provider. Stored reports never change. */
export const makeProviderReports: DailyJob = {
  name: 'make provider reports',
  run: async (tx, clientId, { today, now, lastRan, after }) => {
    const since = lastRan ?? (await startOfSchemeYear(tx, clientId, { by: today }))
    const [first, ...more] = since === undefined ? [] : completedMonths({ since, today })
    if (!first) return 'done'
    const months = [first, ...more] as const
    const provided = await benefitsByProvider(tx, clientId, { months })
    const provider = [...provided.keys()].toSorted().find((name) => after === null || name > after)
    if (provider === undefined) return 'done'
    const benefits = provided.get(provider) ?? []
    const reports = await storeProviderReports(tx, clientId, { provider, benefits, months, today, now })
    if (reports > 0)
      await appendAudit(tx, clientId, [
        { at: now, actor: null, subject: null, action: 'provider-reports.made', details: { provider, reports } },
      ])
    return { doneUpTo: provider }
  },
}
