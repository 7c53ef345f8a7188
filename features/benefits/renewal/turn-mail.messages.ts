import { paths } from '../../../contract/paths.ts'
import type { MailKind } from '../../mail/mail.contract.ts'

/** A line for each benefit, with line breaks between them. */
export type SchemeYearTurned = { from: string; lines: string }

export const turnedLines = {
  same: (benefit: string, amount: string) => `${benefit} continues at ${amount} a month, as before.`,
  changed: (benefit: string, { before, after, from }: { before: string; after: string; from: string }) =>
    `${benefit} continues. You paid ${before} a month until now, and pay ${after} a month from ${from}.`,
  capped: (change: string) => `It was changed: ${change}.`,
  ends: (benefit: string, from: string, reason: string | null) =>
    `${benefit} ended: you do not have it from ${from}.${reason === null ? '' : ` ${reason}.`}`,
} as const

/** What became of somebody's benefits when a scheme year began for which they had chosen nothing else. */
export const schemeYearTurnedMail: MailKind<SchemeYearTurned> = {
  name: 'scheme-year-turned',
  write: ({ from, lines }, { brand }) => ({
    subject: `Your benefits from ${from}`,
    paragraphs: [
      `A new year of benefits has begun at ${brand}. Here is what happens to yours.`,
      ...(lines ? lines.split('\n') : []),
      'If something is not as you expected, please contact your benefits team.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}
