/** What is said on screens of the next scheme year. */
export const nextYearMessages = {
  title: (from: string) => `Your benefits from ${from}`,
  until: (date: string) => `Choose by ${date}. If you do nothing, this happens.`,
  ahead: 'This happens when the new benefits year begins. You can choose when its window opens.',
  asks: 'Needs your answer',
  ends: 'Ends',
  continues: 'Continues',
  others: (count: number) =>
    count === 1
      ? '1 other benefit continues at the same price.'
      : `${count} other benefits continue at the same price.`,
  chosen: 'You have chosen',
  added: 'New',
  from: (date: string) => `From ${date}`,
  endsOn: (date: string) => `Ends on ${date}`,
  otherwise: (date: string) => `Otherwise it ends on ${date}.`,
  keepsEmployersPart: 'Otherwise only what your employer pays for continues.',
  noCost: 'No cost to you',
  sameCost: 'no change',
  cost: (now: string, then: string) => `${now} now, then ${then}`,
  today: 'What you have until then',
  lastDay: (date: string) => `Until ${date}`,
  choosing: (from: string) => `You are choosing for the year from ${from}. Until then, what you have stays as it is.`,
} as const
