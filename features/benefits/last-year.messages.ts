export const lastYearMessages = {
  title: 'Compared with last year',
  loading: 'Loading last year',
  notHeld: 'You did not have this benefit at the end of the last scheme year.',
  same: 'You pay the same as last year.',
  more: (amount: string) => `You pay ${amount} a month more than last year.`,
  less: (amount: string) => `You pay ${amount} a month less than last year.`,
  each: 'Each month',
  until: (date: string) => `Until ${date}`,
  now: 'Now',
  youPay: 'You pay',
  employer: 'Your employer pays',
  none: 'None',
} as const
