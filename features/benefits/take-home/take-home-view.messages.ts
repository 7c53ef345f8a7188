/** What the server says of take-home pay beside a price. */
export const takeHomeViewMessages = {
  priceOf: (benefit: string) => `Price of ${benefit}`,
  paidByEmployer: (benefit: string) => `${benefit}, paid by your employer`,
  formerBenefit: 'A benefit that is no longer offered',
  /** Behind the name of a figure: 'Income tax without Dental insurance'. */
  without: (benefit: string) => `without ${benefit}`,
  with: (benefit: string) => `with ${benefit}`,
  withThem: 'with these benefits',
  withoutThem: 'without these benefits',
  asToday: 'today',
  asAsked: 'then',
  taxedInKind: (
    benefit: string,
    { percent, of, value, taxed, year }: { percent: string; of: string; value: string; taxed: string; year: string },
  ) =>
    `${benefit} is taxed as a benefit in kind, which is counted here: on ${percent}% of ${value} (${of}), ${taxed} a year in ${year}`,
  percentFrom: (percent: string, day: string) => `from ${day} on ${percent}%`,
  lines: {
    salary: 'Your salary',
    givenUp: 'Given up for benefits, before tax and National Insurance',
    added: 'Added to your pay',
    untaxed: 'Taken before tax',
    incomeTax: 'Income tax',
    nationalInsurance: 'National Insurance',
    studentLoans: 'Student loan',
    afterTax: 'Taken after tax',
    takeHome: 'Take-home pay',
  },
} as const
