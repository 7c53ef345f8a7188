import { crumbMessages } from '../../../contract/screen.messages.ts'

/** Sentences of the screen on which several changes are confirmed together. */
export const basketMessages = {
  title: 'Your changes',
  crumb: 'Your changes',
  lead: 'Look at everything once more. Nothing counts and nothing is charged until you confirm.',
  loading: 'Loading your changes',
  failed: 'We could not load your changes.',
  empty: 'You have no changes to confirm',
  emptyText: 'When you set up or change a benefit, keep it, and confirm several together here.',
  toBenefits: `See ${crumbMessages.benefits}`,
  what: 'What you want to change',
  change: 'Change',
  finish: 'Finish it',
  discard: 'Discard draft',
  employerPays: (amount: string) => `Your employer pays ${amount} a month`,
  onceApproved: (amount: string) =>
    `${amount} a month once all your changes are approved, as your pot then pays for another one first`,
  stays: 'It stays as you began it. You can confirm the others without it.',
  alone: 'It stays as you began it.',
  changed: 'This changed meanwhile. What you see is what stands now.',
  together: 'All together',
  togetherCaption: 'What all your changes do together, a month and in a year',
  asIfApproved: 'As if everything that your employer approves was approved.',
  month: 'A month',
  year: 'In a year',
  figure: 'What',
  youPay: 'You pay for these',
  insteadOfToday: 'Instead of, today',
  /** Of what is paid from a later day only. */
  insteadOf: 'Instead of',
  employer: 'Your employer pays',
  incomeTax: 'Income tax',
  nationalInsurance: 'National Insurance',
  takeHome: 'Your take-home pay',
  less: (amount: string) => `${amount} less`,
  more: (amount: string) => `${amount} more`,
  // One line in a narrow column.
  same: 'No\u00A0change',
  added: (amount: string) => `${amount} added to your pay`,
  details: 'Your take-home pay in full',
  comparedCaption: 'Your pay of a year today and with all these changes',
  today: 'Today',
  changedTo: 'With them',
  confirm: (count: number, of: number) => {
    if (count < of) return `Confirm ${count} of ${of} changes`
    return count === 1 ? 'Confirm 1 change' : `Confirm all ${count} changes`
  },
  confirming: 'Confirming...',
  nothingReady: 'Finish or discard what stands here first.',
  nothingLost: 'Nothing is lost. Please try again.',
  done: 'Your changes are confirmed',
  waits: 'Your employer looks at it and decides. You will see the answer here and on My benefits.',
  notCharged: 'You pay nothing until it is approved.',
  keepsRunning: 'Until then, what you have now goes on unchanged.',
  medical: 'The provider asks for medical evidence. Until it is accepted, the cover that needs none runs.',
  doneToBenefits: `Back to ${crumbMessages.benefits}`,
} as const
