export const statementMessages = {
  failed: 'There was an error requesting your statement, please try again later',
  none: 'No statements available',

  title: 'Statement',
  loading: 'Loading your statement',
  lead: 'Your contributions and your employer’s, listed by the month of the pay day.',
  month: 'Month',
  employee: 'You paid',
  employer: 'Your employer paid',
  inAll: (year: number) => `Total for ${year}`,
} as const
