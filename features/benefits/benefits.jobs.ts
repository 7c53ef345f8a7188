import { addDays } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Clock, Tx } from '../../database/database.ts'
import type { DailyJob } from '../../platform/daily-jobs.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { provideCoreCover } from './following/core-cover.queries.ts'
import { followDays } from './following/follow-days.queries.ts'

/** Cover that everybody has begins when a scheme year does, when probation ends and when an age is reached. */
export const provideCover: DailyJob = {
  name: 'provide cover for everybody',
  run: async (tx, clientId, clock) => {
    const selections = await provideCoreCover(tx, clientId, { today: clock.today })
    await tell(tx, clientId, { clock, action: 'selections.provided', selections })
    return 'done'
  },
}

/** Prices that go by a birthday, by the years of employment or by rates that begin, on each day since the job last ran. */
export const followDates: DailyJob = {
  name: 'follow birthdays and anniversaries',
  run: async (tx, clientId, { lastRan, ...clock }) => {
    const selections = await followDays(tx, clientId, { since: lastRan && addDays(lastRan, 1), today: clock.today })
    await tell(tx, clientId, { clock, action: 'selections.followed', selections })
    return 'done'
  },
}

/** What the portal did by itself stands in the audit like what people did. */
async function tell(
  tx: Tx,
  clientId: ClientId,
  { clock, action, selections }: { clock: Clock; action: string; selections: number },
): Promise<void> {
  if (selections === 0) return
  await appendAudit(tx, clientId, [
    { at: clock.now, actor: null, subject: null, action, details: { selections }, requestId: '' },
  ])
}
