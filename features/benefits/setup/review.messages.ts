/** What the last step of a setup says, for whoever reaches it. */
export const reviewMessages = {
  medical: 'Medical questions',
  confirm: 'Confirm',
  keep: 'Keep it for later',
  changeOf: (step: string) => `Change: ${step}`,
  yourChoice: 'Your choice',
  yourPrice: 'Your price',
  medicalDone: 'Answered',
  nothingLost: 'Nothing you entered is lost. Please try again.',
  standsNow: 'What stands now:',
  confirmApproval: 'Confirm and send for approval',
  confirming: 'Confirming...',
  approvalNote: 'Your employer approves this before it starts. You pay nothing until then.',
  approvalOfChange: 'Your employer approves this change before it starts. What you have now goes on until then.',
} as const
