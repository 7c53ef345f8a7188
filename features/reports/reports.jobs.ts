import type { DailyJob } from '../../platform/daily-jobs.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { benefitsByProvider, keepProviderReports } from './make-provider-reports.server.ts'
import { monthsOver } from './month.rules.ts'
import { yearBegan } from './provider-members.queries.ts'

/** Makes each provider's report when its month is over. Reports are never changed. Each provider has its own transaction. */
export const makeProviderReports: DailyJob = {
  name: 'make provider reports',
  run: async (tx, clientId, { today, now, lastRan, after }) => {
    const since = lastRan ?? (await yearBegan(tx, clientId, { by: today }))
    const [first, ...more] = since === undefined ? [] : monthsOver({ since, today })
    if (!first) return 'done'
    const months = [first, ...more] as const
    const provided = await benefitsByProvider(tx, clientId, { months })
    const provider = [...provided.keys()].toSorted().find((name) => after === null || name > after)
    if (provider === undefined) return 'done'
    const benefits = provided.get(provider) ?? []
    const reports = await keepProviderReports(tx, clientId, { provider, benefits, months, today, now })
    if (reports > 0)
      await appendAudit(tx, clientId, [
        { at: now, actor: null, subject: null, action: 'provider-reports.made', details: { provider, reports } },
      ])
    return { doneUpTo: provider }
  },
}
