export const reviewMessages = {
  medical: 'Medical questions',
  confirm: 'Confirm',
  keep: 'Keep it for later',
  changeOf: (step: string) => `Change: ${step}`,
  yourChoice: 'Your choice',
  startDate: 'Start date',
  startDateQuestion: 'When should it start?',
  coveredEarlier: (people: string, why: string) =>
    `${people} already covered: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
  arrears: (amount: string) => `${amount} for the months since then is also taken from your next pay`,
  arrearsBack: (amount: string) => `${amount} for the months since then is paid back with your next pay`,
  medicalDone: 'Answered',
  unanswered: { whether: 'your choice was saved', not: 'Your choice was not saved.' },
  currentChoice: 'Current choice:',
  confirmApproval: 'Confirm and send for approval',
  confirming: 'Confirming...',
  approvalNote: 'Your employer must approve this before it starts. You pay nothing until then.',
  approvalOfChange: 'Your employer must approve this change before it starts. What you have now continues until then.',
} as const

export const setupDoneMessages = {
  active: 'You are all set',
  pending: 'Sent to your employer',
  pended: 'Nearly there',
  whatNext: 'What happens next',
  activeFrom: (date: string) => `Your choice is active from ${date}.`,
  activeNow: 'Your choice is active.',
  mayLook: 'You can see your choice and its cost in My benefits at any time.',
  waits: 'Your employer will decide. You will see the decision in My benefits, and we will email you.',
  keepsRunning: 'Until then, what you have now continues unchanged.',
  notCharged: 'You pay nothing until it is approved.',
  medical: 'The provider asks for medical evidence. Until it is accepted, you have the cover that needs no evidence.',
  answered: 'The provider is looking at your answers. Until it has decided, you have the cover that needs no evidence.',
  mailed: 'We will email you when the provider has decided. You do not need to do anything else.',
  toBenefits: 'Back to My benefits',
  toBenefit: (name: string) => `See ${name}`,
} as const

export const setupNotOpenMessages = {
  cannotNow: 'This benefit cannot be set up now',
  toBenefit: (name: string) => `See ${name}`,
} as const

export const setupTermsMessages = {
  intro: 'These are the conditions of this benefit. They open in a panel on this page.',
  done: 'You have accepted the terms and conditions',
  read: 'Read the terms and conditions',
} as const
