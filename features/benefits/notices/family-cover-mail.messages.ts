import { paths } from '../../../contract/paths.ts'
import type { MailKind } from '../../mail/mail.contract.ts'

/** To whom a dependant of has grown out of cover. It names nobody: whoever reads over a shoulder learns nothing of the family. */
export const coverEndedMail: MailKind<Record<string, never>> = {
  name: 'family-cover-ended',
  write: (_, { brand }) => ({
    subject: 'Who your benefits cover has changed',
    paragraphs: [
      `Somebody in your family has reached an age, or the end of full time education, from which a benefit at ${brand} does not cover them any more.`,
      'Your cover goes on for everybody else, and what it costs has been worked out anew. My benefits shows who is covered now, and from which pay the price counts.',
      'If they are still in full time education, please confirm it in Profile Settings, and ask your benefits team about their cover.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}
