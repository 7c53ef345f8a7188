import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

/** For people who could not choose a benefit during probation (BENEFIT-07). */
export const probationOverMail: MailKind<Record<string, never>> = {
  name: 'probation-over',
  write: (_, { brand }) => ({
    subject: 'More benefits are open to you now',
    paragraphs: [
      `Your probation has ended. The benefits at ${brand} that were waiting for it are part of your choice from now on.`,
      'My benefits shows the new benefits, their cost, and until when you can choose.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}
