import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

export const ownWageMessages = {
  /** Names no pay, because others may see the subject. */
  subject: (payOn: string) => `Please check your benefits before ${payOn}`,
  title: 'Your pay would be below the minimum wage',
  why: (payOn: string) =>
    `On ${payOn}, your pay would be below the minimum wage after the pay that you give up for benefits. Your employer sees this too, and must not let it happen.`,
  whatToDo:
    'You can give up less: change a benefit in My benefits, or leave it. If you cannot change it now, or if your pay or working hours are wrong, please contact your benefits team before that day.',
  toBenefits: 'See my benefits',
} as const

export const belowMinimumWageMail: MailKind<{ payOn: string }> = {
  name: 'below-minimum-wage',
  write: ({ payOn }) => ({
    subject: ownWageMessages.subject(payOn),
    paragraphs: [ownWageMessages.why(payOn), ownWageMessages.whatToDo],
    button: { label: ownWageMessages.toBenefits, path: paths.benefits() },
  }),
}
