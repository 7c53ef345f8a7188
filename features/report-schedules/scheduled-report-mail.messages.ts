import type { MailKind } from '../../contract/mail-kind.ts'
import { paths } from '../../contract/paths.ts'

/** Contains no data, not even the filter, because it may name a provider. */
export const scheduledReportMail: MailKind<{ scheduleId: string }> = {
  name: 'scheduled-report',
  write: ({ scheduleId }, { brand }) => ({
    subject: 'The report you scheduled',
    paragraphs: [
      `You asked ${brand} for a link to a report, with the filter that you chose.`,
      'This email contains none of the report’s data.',
      // Every login leads to Home (LOGIN-31).
      'Log in to the portal first, then open the link.',
    ],
    button: { label: 'Open the report', path: `${paths.reports()}?scheduled=${scheduleId}` },
    smallPrint: ['If you no longer need this email, stop its schedule under Scheduled reports.'],
    secondLink: { label: 'Stop this schedule', path: `${paths.reports()}?scheduled=list` },
  }),
}
