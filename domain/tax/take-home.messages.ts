import type { StudentLoan } from '../selections/take-home.contract.ts'

/** Pounds a year, hours a week, and the day from which pay is too low, if later than the change's first day. */
type BelowFloor = { payAfter: string; floor: string; hours: string; from: string | null }

export const takeHomeMessages = {
  salary: 'Your salary per year',
  employmentDetails: 'Your employment details',
  figuresOf: (taxYear: string) => `Tax figures of ${taxYear}`,
  carriedOn: (figures: string) => `${figures} (latest known)`,
  paidFor: (benefit: string) => `${benefit}, per year`,
  payWithAdded: 'Salary and additions',
  pay: 'Pay before tax and National Insurance',
  payWithBenefits: 'Taxable pay and benefits',
  income: 'Income before the personal allowance',
  wholeAllowance: 'Personal allowance',
  taperAbove: 'Income above which the personal allowance falls by £1 for each £2',
  allowance: 'Personal allowance left',
  taxable: 'Income above the personal allowance',
  incomeTax: 'Income tax',
  basicRate: 'Basic rate of income tax, claimed by your pension provider',
  reliefAtSource: (contribution: string) => `Tax relief added by your pension provider: ${contribution}`,
  fromPay: (contribution: string) => `Taken from your pay: ${contribution}`,
  adjustedNetIncome: 'Income less pension contributions with tax relief',
  allowanceWithRelief: 'Personal allowance after pension contributions',
  incomeTaxDue: 'Income tax once further tax relief is claimed',
  reliefToClaim: 'Further tax relief to claim',
  sacrificedPension: 'Pay given up for a pension',
  sacrificedPensionLimit: 'Pay given up for a pension that is free of National Insurance, up to',
  sacrificedPensionAbove: 'Pay given up for a pension above that limit',
  earnings: 'Earnings for National Insurance',
  pensionContributions: 'Pension contributions per year, yours and your employer’s',
  incomeAndSacrifice: 'Taxed income and pay given up for a pension',
  thresholdIncome: 'Threshold income',
  adjustedIncome: 'Adjusted income',
  adjustedIncomeLimit: 'Adjusted income above which the annual allowance falls by £1 for each £2',
  annualAllowance: 'Annual allowance',
  taperedAllowance: 'Annual allowance, tapered',
  leastAllowance: 'Lowest annual allowance',
  moneyPurchaseAllowance: 'Money purchase annual allowance',
  aboveAllowance: 'Pension contributions above the allowance',
  nationalInsurance: 'National Insurance',
  loans: 'Student loan',
  studentLoan: {
    'plan-1': 'plan 1',
    'plan-2': 'plan 2',
    'plan-4': 'plan 4',
    'plan-5': 'plan 5',
    postgraduate: 'postgraduate loan',
  } satisfies Record<StudentLoan, string>,
  takeHome: 'Take-home pay',
  employerNationalInsurance: "Your employer's National Insurance",
  class1A: "Your employer's National Insurance on taxed benefits (Class 1A)",
  class1ARate: 'Class 1A rate',
  benefitsTaxed: 'Benefits that are taxed',
  worth: (benefit: string) => `Value of ${benefit} per year`,
  valueTaxed: (benefit: string) => `Taxed for ${benefit}: the pay you give up or its value, whichever is higher`,
  valueInKind: (benefit: string) => `Taxed for ${benefit} as a benefit in kind, per year`,
  percentInKind: (benefit: string) => `Percentage taxed for ${benefit}`,
  noPercentInKind: (benefit: string) =>
    `We have no tax figures for ${benefit} on this date, so we cannot work out your take-home pay`,
  limit: (pounds: string) => `Limit of £${Number(pounds).toLocaleString('en-GB')}`,
  rate: (percent: string) => `Rate of ${percent}%`,
  raisedLimit: (pounds: string) =>
    `Limit of £${Number(pounds).toLocaleString('en-GB')} with your pension contributions`,
  part: (levy: string, percent: string) => `${levy} at ${percent}%`,
  change: 'Change in your take-home pay per year',
  changePerPayDay: 'Change on the first pay day',
  changePerMonth: 'Change per month',
  spreadOver: 'Pay days over which the change is spread',
  employerChange: "Change in your employer's National Insurance",
  class1AChange: "Change in your employer's Class 1A National Insurance",

  basis: (year: string, country: string, category: string, loans: string) =>
    `Worked out for a whole year at this pay, with the tax figures of ${year}: one job, the standard tax code, a taxpayer in ${country}, National Insurance category ${category}, ${loans}. Each tax is rounded to the nearest penny once a year. Your payslip may differ.`,
  country: { rUK: 'England, Wales or Northern Ireland', Scotland: 'Scotland' },
  noLoan: 'no student loan',
  withLoans: (plans: string) => `student loan ${plans}`,

  noSalary: 'We do not know your salary, so we cannot work out your take-home pay. Please ask your employer to add it',
  moreThanPay: 'This costs more than your pay, so we cannot work out your take-home pay',
  noTable: 'We have no tax figures for this date, so we cannot work it out',
  unknownCategory: (letter: string, taxYear: string) =>
    `We cannot work out National Insurance of category ${letter} in ${taxYear}. Please ask your employer`,

  letterUnder16: (letter: string, age: number) =>
    `letter ${letter} at the age of ${age}: people under 16 have letter X`,
  letterOfPensioners: (letter: string, age: number) =>
    `letter ${letter} at the age of ${age}: this letter is for people over State Pension age`,
  letterBeforePension: (letter: string, age: number) =>
    `letter ${letter} at the age of ${age}: people over State Pension age have letter C, K or S`,
  letterOfYounger: (letter: string, { age, limit }: { age: number; limit: number }) =>
    `letter ${letter} at the age of ${age}: this letter is for people under ${limit}`,

  floor: 'Minimum wage per year',
  hourlyOfApprentices: 'Minimum wage per hour for an apprentice under 19 or in the first year',
  hourlyAt: (age: number) => `Minimum wage per hour at the age of ${age}`,
  hoursAWeek: 'Your hours per week',
  weeksAYear: 'Weeks in a year',
  payAfter: 'Your pay after everything you give up for benefits',
  belowFloor: ({ payAfter, floor, hours, from }: BelowFloor) =>
    `This would leave you ${payAfter} a year${from ? ` from ${from}` : ''} after everything you give up for benefits. The minimum wage for your age and ${hours} hours a week is ${floor} a year. Please choose less`,
  belowWithPending: ({
    pending,
    payAfter,
    floor,
    hours,
  }: {
    pending: string
    payAfter: string
    floor: string
    hours: string
  }) =>
    `Your choice of ${pending} still awaits approval. Together with this one, it would leave you ${payAfter} a year after everything you give up for benefits. The minimum wage for your age and ${hours} hours a week is ${floor} a year, so your employer could not approve both.`,
  payToRise: ({ from, floor, hours }: { from: string; floor: string; hours: string }) =>
    `From ${from} the minimum wage for ${hours} hours a week is ${floor} a year, more than your pay on record, so your employer must raise your pay by then. If your new pay is still too low for this benefit, your employer must reduce your choice.`,
  dayTaken: (benefit: string, payDays: number) =>
    `${benefit} as a yearly rate: deducted on ${payDays} pay ${payDays === 1 ? 'day' : 'days'}`,
  payDaysOfYear: 'Pay days in a year',
  payDaysTaking: (benefit: string) => `Pay days on which ${benefit} is deducted`,
  payAfterOnDay: 'Your pay on these pay days, as a yearly rate',
  belowFloorOnDay: ({ payAfter, floor, hours, from }: BelowFloor) =>
    `On the pay days with this deduction, you would be paid at a rate of ${payAfter} a year${from ? ` from ${from}` : ''} after everything you give up for benefits. The minimum wage for your age and ${hours} hours a week is ${floor} a year, and it applies on every pay day. Please choose less`,
  wageNeedsHours:
    'We do not know your weekly hours, so we cannot check that your pay stays above the minimum wage. Please ask your employer to add them',
  wageNeedsSalary:
    'We do not know your salary, so we cannot check that your pay stays above the minimum wage. Please ask your employer to add it',
} as const
