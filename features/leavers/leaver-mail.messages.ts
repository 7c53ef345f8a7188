import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

export type MailedLeaver = { lastDay: string; lines: string; again: boolean }

/** Lists the ended benefits and the balances in full, because leavers can no longer log in. */
export const leaverMail: MailKind<MailedLeaver> = {
  name: 'leaver',
  write: ({ lastDay, lines, again }, { brand }) => ({
    subject: again ? 'Your benefits when you leave: this has changed' : `Your benefits when you leave ${brand}`,
    paragraphs: [
      `Your last day at ${brand}: ${lastDay}.`,
      ...(again ? ['Something has changed since we last wrote to you. This email replaces our earlier one.'] : []),
      ...(lines ? lines.split('\n') : []),
      'Please keep this email. If something in it is wrong, please contact your benefits team.',
    ],
    button: { label: 'Go to Home', path: paths.home() },
  }),
}

export const leavingCancelledMail: MailKind<Record<string, never>> = {
  name: 'staying',
  write: (_, { brand }) => ({
    subject: 'Your benefits continue',
    paragraphs: [
      `We wrote to you about your last day at ${brand}. That day no longer applies, and your benefits continue.`,
      'Anything that was deducted because you were leaving is refunded with your next pay.',
      'If something about this is wrong, please contact your benefits team.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}

export const leaverLines = {
  ends: (benefit: string, lastDay: string) => `${benefit}: ends on ${lastDay}.`,
  owed: (benefit: string, text: string) => `${benefit}: ${text}`,
} as const
