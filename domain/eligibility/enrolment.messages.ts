import { showPence } from '../../contract/money.ts'

export const enrolmentReasons = {
  enrolled: 'Enrolled automatically (Pensions Act 2008, section 3)',
  reEnrolled: 'Enrolled again automatically (Pensions Act 2008, section 5)',
} as const

export const optOutMessages = {
  withinMonth: (until: string) =>
    `You were enrolled automatically and can opt out until ${until}. If you do, it is as if you had never been a member: you and your employer get your payments back, with your next pay.`,
  noticeOfScheme: (until: string) =>
    `To get back what you have paid, give your employer the scheme’s opt-out notice by ${until}. The link to it is on this benefit’s page. If you opt out here instead, the money already paid stays in your pension.`,
} as const

type Least = {
  of: 'qualifying-earnings' | 'pensionable'
  percentInAll: string
  percentEmployer: string
  inAll: bigint
  employer: bigint
}

const shownOf = {
  'qualifying-earnings': 'your qualifying earnings (pay between the two limits of the law)',
  pensionable: 'your pensionable pay',
}

/** Minimum contributions of a qualifying scheme (Pensions Act 2008, sections 20 and 28; regulation 32E). */
export const minimumMessages = {
  below: ({ of, percentInAll, percentEmployer, inAll, employer }: Least) =>
    `The law requires at least ${percentInAll}% of ${shownOf[of]} in this pension, which is ${showPence(inAll)} a year for you. Your employer must pay at least ${percentEmployer}% (${showPence(employer)}) of this. Please choose more`,
  levelBelow: (level: string, minimum: string) =>
    `"${level}" is below the minimum of this pension: ${minimum}. List the level in belowMinimum, or remove it`,
  coreBelow: (minimum: string) => `coreChoice is below the minimum of this pension for some people: ${minimum}`,
  ofFolder: {
    'qualifying-earnings': '8% of qualifying earnings, 3% of them from the employer',
    'set-1': '9% of pensionable pay, 4% from the employer',
    'set-2': '8% of pensionable pay, 3% from the employer',
    'set-3': '7% of all earnings, 3% from the employer',
  },
} as const
