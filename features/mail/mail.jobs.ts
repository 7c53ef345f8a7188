import type { DailyJob } from '../../platform/daily-jobs.ts'
import { deleteEndedMails } from './due-mail.queries.ts'

const portion = 5_000

/** Mails that were delivered or given up long ago. */
export const removeEndedMail: DailyJob = {
  name: 'remove ended mail',
  run: async (tx, clientId) => ((await deleteEndedMails(tx, clientId, { portion })) === portion ? 'more' : 'done'),
}
