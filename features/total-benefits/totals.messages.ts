export const totalsMessages = {
  source: 'The benefits you have',
  employmentDetails: 'Your employment details',
  taxFigures: (taxYear: string) => `Tax figures of ${taxYear}`,
  priceOf: (benefit: string) => `Price of ${benefit}`,
  contribution: {
    employee: { year: 'You pay per year', month: 'You pay per month' },
    employer: { year: 'Your employer pays per year', month: 'Your employer pays per month' },
  },
  total: { year: 'Total paid for your benefits per year', month: 'Total paid for your benefits per month' },
  salary: { year: 'Your salary per year', month: 'Your salary per month' },
  addedToPay: { year: 'Added to your pay per year', month: 'Added to your pay per month' },
  packageValue: { year: 'Your whole package per year', month: 'Your whole package per month' },
  months: 'Months in a year',
  takenWithout: 'Income tax and National Insurance without your benefits',
  takenWith: 'Income tax and National Insurance with your benefits',
  saved: { year: 'Tax and National Insurance saved per year', month: 'Tax and National Insurance saved per month' },
} as const
