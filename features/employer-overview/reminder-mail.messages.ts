import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

/** Names no benefit, because an unconfirmed choice is private. */
export const reminderMail: MailKind<{ closesOn: string; unfinished: boolean }> = {
  name: 'reminder-to-choose',
  write: ({ closesOn, unfinished }, { brand }) => ({
    subject: `Have you chosen your benefits? You can until ${closesOn}`,
    paragraphs: [
      `You can choose and change benefits at ${brand} until the end of ${closesOn}. You have not confirmed a choice yet.`,
      unfinished
        ? 'You have begun to choose. Your entries are saved, and count only once you confirm them.'
        : 'Your page shows what you have now, and what happens to it if you do nothing.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
    smallPrint: [
      'Your employer sent this reminder. You can switch reminders off in My profile, under Contact details.',
    ],
  }),
}
