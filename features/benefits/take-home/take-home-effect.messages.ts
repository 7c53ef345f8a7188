/** What a choice does to take-home pay, in plain words. */
export const takeHomeEffectMessages = {
  less: (amount: string) => `${amount} less`,
  more: (amount: string) => `${amount} more`,
  same: 'No change',
  perMonth: 'A month',
  perPeriod: 'Each pay day',
  perYear: 'In a year',
  employerNationalInsurance: "Your employer's National Insurance in a year",
  compare: 'Your pay before and after',
  compareCaption: 'Your pay of a year without and with this benefit',
  figure: 'A year',
  without: 'Without it',
  with: 'With it',
  how: 'How is this worked out?',
  notComputed: 'We cannot show what this does to your take-home pay.',
  loading: 'Working out your take-home pay',
} as const
