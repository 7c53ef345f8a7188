import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

/** Sent before a dependant reaches the age limit, if registered disabled dependants can stay covered. Contains no names. */
export const dependantGrowsOutMail: MailKind<{ benefitId: string; benefit: string; lastDay: string; why: string }> = {
  name: 'dependant-grows-out',
  write: ({ benefitId, benefit, lastDay, why }) => ({
    subject: `People covered by your ${benefit} change after ${lastDay}`,
    paragraphs: [
      `${why}. Their last day of ${benefit} is ${lastDay}. Everyone else remains covered, and the price is adjusted.`,
      'If they are registered disabled, they can stay covered. Please add the life event in Profile Settings and send a document that proves it, well before that day. They stay covered once we have accepted the document.',
      'Otherwise you do not need to do anything.',
    ],
    button: { label: 'See it in My benefits', path: paths.benefit(benefitId) },
  }),
}

/** Contains no names, because others may read the mail. */
export const coverEndedMail: MailKind<Record<string, never>> = {
  name: 'family-cover-ended',
  write: (_, { brand }) => ({
    subject: 'Change to the people covered by your benefits',
    paragraphs: [
      `A member of your family has reached an age limit, or the end of full time education, and a benefit at ${brand} does not cover them any more.`,
      'Other people stay covered, and the price has been recalculated. My benefits shows who is covered now, and from which pay day the new price applies.',
      'If they are still in full time education, please confirm it in Profile Settings, and ask your benefits team about their cover.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}
