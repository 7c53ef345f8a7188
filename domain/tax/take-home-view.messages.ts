export const takeHomeViewMessages = {
  priceOf: (benefit: string) => `Price of ${benefit}`,
  paidByEmployer: (benefit: string) => `${benefit}, paid by your employer`,
  formerBenefit: 'A benefit that is no longer offered',
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
    `${benefit} is a taxable benefit in kind, and these figures include its tax: tax is due on ${percent}% of ${value} (${of}), ${taxed} a year in ${year}`,
  reliefAtSource: (relief: string) =>
    `Your pension provider adds ${relief} of tax relief to your contributions in a year. It is not part of your take-home pay`,
  reliefToClaim: (claim: string, year: string) =>
    `You can claim a further ${claim} of tax relief for ${year} from HM Revenue and Customs. These figures do not include it`,
  annualAllowance: ({
    contributions,
    allowance,
    excess,
    year,
  }: {
    contributions: string
    allowance: string
    excess: string
    year: string
  }) =>
    `In a whole year, you and your employer together would pay ${contributions} into your pension. This is ${excess} above your annual allowance of ${allowance} for ${year}, and you may have to pay tax on it`,
  otherIncome: (isTapered: boolean) =>
    `${isTapered ? 'Your allowance is reduced because of your income. ' : ''}We do not know your other income, which can reduce the allowance, or other pensions that you pay into. Unused allowance of the last three tax years may cover the amount above your annual allowance`,
  moneyPurchaseAllowance: (since: string) =>
    `This is the money purchase annual allowance, which has applied to you since ${since}. Unused allowance of earlier years cannot cover the amount above it, and we do not know about other pensions that you pay into`,
  percentFrom: (percent: string, day: string) => `${percent}% from ${day}`,
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
