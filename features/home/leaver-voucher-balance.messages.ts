export const vouchersLeftMessages = {
  balance: 'You can still spend',
  lastPayment: 'Last payment',
} as const
