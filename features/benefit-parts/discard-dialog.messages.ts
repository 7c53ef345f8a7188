export const discardDialogMessages = {
  discardTitle: 'Discard this draft?',
  discardText: 'Your entries are discarded. Your benefits stay as they are.',
  discarded: 'Your draft is discarded',
  withdrawTitle: 'Withdraw what you asked for?',
  withdrawText: 'Your employer no longer sees it. What you had before stays as it is.',
  withdrawLimited:
    'You no longer ask for the cover that needs medical evidence. The cover that needs none continues, and you continue to pay for it.',
  withdrawn: 'Your application is withdrawn',
  discarding: 'Discarding...',
  withdrawing: 'Withdrawing...',
} as const
