/** What Home says to people who have left and still have childcare vouchers. */
export const vouchersLeftMessages = {
  balance: 'You can still spend',
  lastPayment: 'Last payment',
} as const
