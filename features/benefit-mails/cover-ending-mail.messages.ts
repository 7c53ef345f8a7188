import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

type CoverEndingFacts = { benefitId: string; benefit: string; lastDay: string; why: string }

export const coverEndsSoonMail: MailKind<CoverEndingFacts> = {
  name: 'cover-ends-soon',
  write: ({ benefitId, benefit, lastDay, why }) => ({
    subject: `Your ${benefit} ends on ${lastDay}`,
    paragraphs: [
      `${why}. Your last day of ${benefit} is ${lastDay}. You pay nothing for it after that day.`,
      'You do not need to do anything. If something about this is wrong, please contact your benefits team before that day.',
    ],
    button: { label: 'See it in My benefits', path: paths.benefit(benefitId) },
  }),
}

export const coverHasEndedMail: MailKind<CoverEndingFacts> = {
  name: 'cover-has-ended',
  write: ({ benefitId, benefit, lastDay, why }) => ({
    subject: `Your ${benefit} has ended`,
    paragraphs: [
      `${why}. Your last day of ${benefit} was ${lastDay}. You pay nothing for it after that day.`,
      'If something about this is wrong, please contact your benefits team.',
    ],
    button: { label: 'See it in My benefits', path: paths.benefit(benefitId) },
  }),
}
