export const discardDialogMessages = {
  discardTitle: 'Discard this draft?',
  discardText: 'Your entries are discarded. Your benefits stay as they are.',
  discarded: 'Your draft is discarded',
  withdrawTitle: 'Withdraw your application?',
  withdrawText: 'Your employer will no longer see your application. What you had before stays as it is.',
  withdrawLimited:
    'This withdraws the part of your cover that needs medical evidence. The rest of your cover continues, and you continue to pay for it.',
  withdrawn: 'Your application is withdrawn',
  discarding: 'Discarding...',
  withdrawing: 'Withdrawing...',
} as const
