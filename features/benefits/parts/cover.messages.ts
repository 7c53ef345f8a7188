/** What somebody has of a benefit, and what they pay for it. */
export const coverMessages = {
  closesOn: (date: string) => `Open for choices until ${date}`,
  nothingYet: 'You have not chosen this benefit',
  whoIsCovered: 'Who is covered',
  cost: 'Cost',
  noCostYet: 'We work out your price while you choose',
  freeCover: 'Cover above this amount starts once the provider has accepted medical evidence.',
  allCoverWaits: 'Your cover starts once the provider has accepted medical evidence.',
  coverDecided: 'The provider covers no more than this.',
  thenPay: (amount: string) => `From then on you pay ${amount} a month.`,
  endsOn: (date: string) => `Ends on ${date}`,
  startsOn: (date: string) => `From ${date}`,
  now: 'What you have now',
  until: (date: string) => `Until ${date}`,
  waiting: 'Your change',
} as const
