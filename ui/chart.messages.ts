export const chartMessages = {
  asTable: 'Show the figures as a table',
  total: 'Total',
  notShown: 'Not shown',
  yes: 'Yes',
  no: 'No',
} as const
