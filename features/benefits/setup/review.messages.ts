/** What the last step of a setup says, for whoever reaches it. */
export const reviewMessages = {
  medical: 'Medical questions',
  confirm: 'Confirm',
  keep: 'Keep it for later',
  changeOf: (step: string) => `Change: ${step}`,
  yourChoice: 'Your choice',
  yourPrice: 'Your price',
  startDate: 'Start date',
  startDateQuestion: 'When should it start?',
  coveredEarlier: (people: string, why: string) =>
    `${people} already covered: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
  arrears: (amount: string) => `Your next pay also takes ${amount} for the months since then`,
  arrearsBack: (amount: string) => `Your next pay also gives you back ${amount} for the months since then`,
  medicalDone: 'Answered',
  nothingLost: 'Nothing you entered is lost. Please try again.',
  standsNow: 'What stands now:',
  confirmApproval: 'Confirm and send for approval',
  confirming: 'Confirming...',
  approvalNote: 'Your employer approves this before it starts. You pay nothing until then.',
  approvalOfChange: 'Your employer approves this change before it starts. What you have now goes on until then.',
} as const
