import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

export const probationOverMail: MailKind<Record<string, never>> = {
  name: 'probation-over',
  write: (_, { brand }) => ({
    subject: 'You can now choose more benefits',
    paragraphs: [
      `Your probation has ended. You can now choose the benefits at ${brand} that you could not choose during probation.`,
      'My benefits shows these benefits, what they cost, and until when you can choose them.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}
