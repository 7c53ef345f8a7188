import type { DailyJob } from '../../platform/daily-jobs.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { scheduledReportMail } from './scheduled-report-mail.messages.ts'
import { dueSchedules, continueSchedule } from './report-schedules.queries.ts'
import { nextSendDay } from './send-days.rules.ts'

/** Mails the links of the reports that are due, once for each schedule, even if the job missed some days. */
export function sendScheduledReports(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return {
    name: 'send scheduled reports',
    run: async (tx, clientId, { today }) => {
      const due = await dueSchedules(tx, clientId, { today })
      for (const schedule of due)
        await continueSchedule(tx, clientId, { ...schedule, nextOn: nextSendDay(schedule, today) })
      await queueMails(
        tx,
        clientId,
        due
          .filter(({ mayOpen, paused }) => mayOpen && !paused)
          .map(({ personId, scheduleId }) => ({
            to: { personId },
            kind: scheduledReportMail,
            data: { scheduleId },
            cause: `report schedule ${scheduleId} ${today}`,
          })),
      )
      return 'done'
    },
  }
}
