export const nextYearMessages = {
  title: (from: string) => `Your benefits from ${from}`,
  until: (date: string) => `Choose by ${date}. If you do nothing, this is what happens.`,
  untilOnly: (date: string) => `Choose by ${date}.`,
  ahead: 'This is what happens when the new benefits year begins. You can choose once the enrolment window opens.',
  asks: 'Needs your answer',
  ends: 'Ends',
  continues: 'Continues',
  others: (count: number) =>
    count === 1
      ? '1 other benefit continues at the same price.'
      : `${count} other benefits continue at the same price.`,
  chosen: 'You have chosen',
  added: 'New',
} as const
