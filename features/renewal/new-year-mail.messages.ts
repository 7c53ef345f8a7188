import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

export type NewYearMailFacts = { from: string; lines: string }

export const newYearLines = {
  same: (benefit: string, amount: string) => `${benefit}: ${amount}, as before.`,
  changed: (benefit: string, { before, after, from }: { before: string; after: string; from: string }) =>
    `${benefit}: ${after} from ${from} (${before} until then).`,
  capped: (change: string) => `${change}.`,
  ends: (benefit: string, lastDay: string, reason: string | null) =>
    `${benefit}: ended on ${lastDay}.${reason === null ? '' : ` ${reason}.`}`,
  noCost: 'no cost to you',
  perMonth: (amount: string) => `${amount} a month`,
  addedToPay: (amount: string) => `${amount} a month added to your pay`,
} as const

export const newYearMail: MailKind<NewYearMailFacts> = {
  name: 'scheme-year-turned',
  write: ({ from, lines }, { brand }) => ({
    subject: `Your benefits from ${from}`,
    paragraphs: [
      `A new benefits year began at ${brand} on ${from}. This is what changes for you.`,
      ...(lines ? lines.split('\n') : []),
      'If something is not as you expected, please contact your benefits team.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}
