import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

export const firstDayMovedMail: MailKind<Record<string, never>> = {
  name: 'first-day-moved',
  write: (_, { brand }) => ({
    subject: 'Your benefits start on another day',
    paragraphs: [
      `Your first day at ${brand} has moved, so the benefits that start with it now start on the new day.`,
      'Your choices stay the same. My benefits shows when your cover starts and which pay will first include it.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}
