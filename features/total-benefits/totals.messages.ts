export const totalsMessages = {
  source: 'The benefits you have',
  employmentDetails: 'Your employment details',
  taxFigures: (taxYear: string) => `Tax figures of ${taxYear}`,
  priceOf: (benefit: string) => `Price of ${benefit}`,
  contribution: {
    employee: { year: 'You pay in a year', month: 'You pay in a month' },
    employer: { year: 'Your employer pays in a year', month: 'Your employer pays in a month' },
  },
  total: { year: 'Paid for your benefits in a year', month: 'Paid for your benefits in a month' },
  salary: { year: 'Your salary a year', month: 'Your salary a month' },
  addedToPay: { year: 'Added to your pay in a year', month: 'Added to your pay in a month' },
  packageValue: { year: 'Your whole package in a year', month: 'Your whole package in a month' },
  months: 'Months in a year',
  takenWithout: 'Income tax and National Insurance without your benefits',
  takenWith: 'Income tax and National Insurance with your benefits',
  saved: { year: 'Tax and National Insurance saved in a year', month: 'Tax and National Insurance saved in a month' },
} as const
