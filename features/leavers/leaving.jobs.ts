import { showDate } from '../../contract/dates.ts'
import type { DailyJob } from '../../platform/daily-jobs.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { mailQueue, queueNotices } from '../../services/mail/mail.queries.ts'
import { dailyJobInPortions } from '../profile/job-portions.queries.ts'
import { leaverMail, leavingCancelledMail } from './leaver-mail.messages.ts'
import { deleteWithdrawnNotices, leaversToNotify, recordLeaverNotices } from './leaver-notices.queries.ts'

export function notifyLeavers(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions('tell leavers what they owe', async (tx, clientId, { people, today }) => {
    const told = await leaversToNotify(tx, clientId, { people, today })
    await recordLeaverNotices(tx, clientId, { told, today })
    await queueMails(
      tx,
      clientId,
      told.map(({ personId, lastDay, lines, again }) => ({
        to: { personId },
        kind: leaverMail,
        data: { lastDay: showDate(lastDay), lines, again },
        cause: `leaver ${lastDay} ${today}`,
      })),
    )
    const staying = await deleteWithdrawnNotices(tx, clientId, { people })
    await queueNotices(tx, clientId, {
      notices: staying.map((personId) => ({ to: { personId }, kind: leavingCancelledMail, cause: `staying ${today}` })),
    })
  })
}
