import { errorMessages } from '../../contract/messages.ts'

export const myVouchersMessages = {
  title: 'My vouchers',
  loading: 'Loading your vouchers',
  failed: errorMessages.retryLater,
  balance: 'Balance',
  lastPayment: 'Last payment',
  noPayment: 'None yet',
  limit: (amount: string) => `Your limit is ${amount} a month, based on your rate of tax.`,
  spend: 'Use your vouchers',
  opensElsewhere: '(opens the provider’s website)',
  orders: 'Your orders',
  noOrders: 'You have no voucher orders at present.',
  placed: 'Ordered, deducted from pay',
  saved: 'Saved, not deducted yet',
} as const
