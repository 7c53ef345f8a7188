import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

/** `noticeFrom` is the address of the pension scheme's opt-out notice; null if people opt out in the portal. */
export type EnrolmentMailFacts = {
  benefitId: string
  benefit: string
  provider: string
  from: string
  employee: string
  employer: string
  each: string
  optOutBy: string
  noticeFrom: string | null
}

/** Text required by schedule 2 of the Automatic Enrolment Regulations 2010. Never urges opting out (PA 2008 s 54). */
function enrolmentMail(
  name: string,
  first: (about: EnrolmentMailFacts, brand: string) => string,
): MailKind<EnrolmentMailFacts> {
  return {
    name,
    write: (about, { brand }) => ({
      subject: `You are a member of ${about.benefit} from ${about.from}`,
      paragraphs: [
        first(about, brand),
        `Each ${about.each} you pay ${about.employee} and ${brand} pays ${about.employer}. These amounts change with your pay. ${about.provider} looks after your money until you retire.`,
        about.noticeFrom === null
          ? `You may opt out until ${about.optOutBy}: choose Opt out in My benefits, or give ${brand} your notice by that day. It is then as if you had never been a member, and you get everything you have paid back with your next pay.`
          : `You may opt out until ${about.optOutBy}: get an opt-out notice from the scheme at ${about.noticeFrom} and give it to ${brand} by that day. It is then as if you had never been a member, and you get everything you have paid back with your next pay.`,
        `After that day you can still leave in any month, but the money already paid stays in your pension. If you opt out or leave you can join again, and ${brand} enrols you again about every three years if you are eligible.`,
      ],
      button: { label: 'See it in My benefits', path: paths.benefit(about.benefitId) },
    }),
  }
}

const pensionEnrolledMail = enrolmentMail(
  'pension-enrolled',
  ({ benefit, from }, brand) =>
    `By law ${brand} has to enrol you into a workplace pension, because you are between 22 and State Pension age and earn more than the limit. You are a member of ${benefit} from ${from}.`,
)

const pensionEnrolledAgainMail = enrolmentMail(
  'pension-enrolled-again',
  ({ benefit, from }, brand) =>
    `About every three years ${brand} has to re-enrol people who have left the workplace pension. You are a member of ${benefit} from ${from}.`,
)

const pensionOptedInMail = enrolmentMail(
  'pension-opted-in',
  ({ benefit, from }) => `You have asked to join ${benefit}, and you are a member from ${from}.`,
)

export const enrolmentMails = {
  enrolled: pensionEnrolledMail,
  're-enrolled': pensionEnrolledAgainMail,
  'opted-in': pensionOptedInMail,
} as const

/** The postponement notice (regulation 24). It also says that people may join earlier. */
export const postponementMail: MailKind<{ benefitId: string; benefit: string; until: string }> = {
  name: 'pension-postponed',
  write: ({ benefitId, benefit, until }, { brand }) => ({
    subject: `${brand} may enrol you into ${benefit} from ${until}`,
    paragraphs: [
      `By law ${brand} has to enrol you into a workplace pension when you are eligible. ${brand} has postponed this until ${until}. You become a member on that day if you are then between 22 and State Pension age and earn more than the limit.`,
      `You can ask to join before that day, in My benefits. ${brand} pays in as well if you earn more than the lower limit of qualifying earnings.`,
    ],
    button: { label: 'See it in My benefits', path: paths.benefit(benefitId) },
  }),
}

type RightMailFacts = { benefitId: string; benefit: string }

/** Information for non-eligible jobholders and entitled workers (regulations 17 and 21). */
export const rightToOptInMail: MailKind<RightMailFacts> = {
  name: 'pension-right-to-opt-in',
  write: ({ benefitId, benefit }, { brand }) => ({
    subject: `You can join ${benefit}`,
    paragraphs: [
      `You are not enrolled into ${benefit} automatically, because of your age or your pay. You have the right to opt in at any time, and ${brand} pays in as well.`,
      `If your age or pay changes and the law then requires it, ${brand} will enrol you and let you know.`,
    ],
    button: { label: 'See it in My benefits', path: paths.benefit(benefitId) },
  }),
}

export const rightToJoinMail: MailKind<RightMailFacts> = {
  name: 'pension-right-to-join',
  write: ({ benefitId, benefit }, { brand }) => ({
    subject: `You can join ${benefit}`,
    paragraphs: [
      `You are not enrolled into ${benefit} automatically, because of your pay. You have the right to join at any time.`,
      `If your age or pay changes and the law then requires it, ${brand} will enrol you and let you know.`,
    ],
    button: { label: 'See it in My benefits', path: paths.benefit(benefitId) },
  }),
}

export const noticeRecordedMail: MailKind<Record<string, never>> = {
  name: 'pension-opt-out-recorded',
  write: (_, { brand }) => ({
    subject: 'You have opted out of your workplace pension',
    paragraphs: [
      `${brand} has your opt-out notice. It is as if you had never been a member, and you get back what you have paid with your next pay.`,
      'You can join again at any time. If you did not give this notice, please contact your benefits team.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}

export const enrolmentMailKinds = [
  ...Object.values(enrolmentMails),
  postponementMail,
  rightToOptInMail,
  rightToJoinMail,
  noticeRecordedMail,
]
