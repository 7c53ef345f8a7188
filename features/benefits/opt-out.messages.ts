export const optOutMessages = {
  title: (name: string) => `Opt out of ${name}`,
  lead: 'This is what happens when you opt out:',
  ends: (date: string) => `Your cover ends on ${date}.`,
  neverBegins: (date: string) => `Your cover was to begin on ${date}. It never begins, and you pay nothing for it.`,
  stopsPaying: (amount: string) => `You no longer pay ${amount} a month.`,
  people: 'Nobody named on it is covered any longer.',
  later: 'You can choose this benefit again whenever it is open.',
  working: 'Opting out...',
  notPossible: 'You cannot opt out of this benefit now',
} as const
