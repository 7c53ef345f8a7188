import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

export const voucherEstimateMessages = {
  lowered: ({ from, to }: { from: string; to: string }, because: string | undefined) =>
    `Reduced from £${from} to £${to}, the limit in the new tax year. ${because ?? ''}`.trim(),
} as const

export const vouchersLoweredMail: MailKind<{ benefitId: string; benefit: string; from: string }> = {
  name: 'vouchers-lowered',
  write: ({ benefitId, benefit, from }, { brand }) => ({
    subject: `${benefit}: a lower limit from ${from}`,
    paragraphs: [
      `At the start of each tax year ${brand} estimates your earnings for the year. According to this year's estimate, your tax-free limit for ${benefit} is lower, so we have lowered your amount to it. The new amount starts with your pay from ${from}.`,
      'My benefits shows the amount, and how your limit was worked out. The limit stays the same until the next tax year.',
    ],
    button: { label: 'See how it was worked out', path: paths.benefit(benefitId) },
  }),
}
