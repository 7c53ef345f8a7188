export const comparedOptionsMessages = {
  youPay: 'You pay',
  youGain: 'Added to your pay',
  employer: 'Your employer pays',
  takeHome: 'Your take-home pay',
  perMonth: 'a month',
  less: (amount: string) => `${amount} less a month`,
  more: (amount: string) => `${amount} more a month`,
  same: 'No change',
  chosen: 'Your choice',
  notYet: 'This price appears once everything else is filled in',
  loading: 'Working out the price',
  failed: 'We cannot show this price at the moment.',
} as const
