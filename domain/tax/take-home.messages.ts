import type { StudentLoan } from '../selections/take-home.contract.ts'

/** Pounds a year, hours a week, and the day from which pay is too low, if later than the change's first day. */
type BelowFloor = { payAfter: string; floor: string; hours: string; from: string | null }

export const takeHomeMessages = {
  salary: 'Your salary a year',
  employmentDetails: 'Your employment details',
  figuresOf: (taxYear: string) => `Tax figures of ${taxYear}`,
  carriedOn: (figures: string) => `${figures} (carried on)`,
  paidFor: (benefit: string) => `${benefit}, a year`,
  payWithAdded: 'Salary and additions,',
  pay: 'Pay before tax and National Insurance',
  payWithBenefits: 'Pay with the benefits that are taxed,',
  income: 'Income that tax is worked out on',
  wholeAllowance: 'Personal allowance',
  taperAbove: 'Income above which the personal allowance falls by £1 for each £2',
  allowance: 'Personal allowance left',
  taxable: 'Income above the personal allowance',
  incomeTax: 'Income tax',
  basicRate: 'Basic rate of income tax, which your pension provider claims',
  reliefAtSource: (contribution: string) => `Tax relief your pension provider adds: ${contribution}`,
  fromPay: (contribution: string) => `Taken from your pay: ${contribution}`,
  adjustedNetIncome: 'Income less pension contributions with tax relief',
  allowanceWithRelief: 'Personal allowance after pension contributions',
  incomeTaxDue: 'Income tax once further tax relief is claimed',
  reliefToClaim: 'Further tax relief to claim',
  sacrificedPension: 'Pay given up for a pension',
  sacrificedPensionLimit: 'Pay given up for a pension that National Insurance leaves out',
  sacrificedPensionAbove: 'Pay given up for a pension above that limit',
  earnings: 'Earnings for National Insurance',
  pensionContributions: 'Pension contributions of both sides a year',
  incomeAndSacrifice: 'Taxed income and pay given up for a pension',
  thresholdIncome: 'Threshold income',
  adjustedIncome: 'Adjusted income',
  adjustedIncomeLimit: 'Adjusted income above which the annual allowance falls by £1 for each £2',
  annualAllowance: 'Annual allowance',
  taperedAllowance: 'Annual allowance, tapered',
  leastAllowance: 'Least annual allowance',
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
  worth: (benefit: string) => `What ${benefit} is worth, a year`,
  valueTaxed: (benefit: string) => `Taxed for ${benefit}: the higher of what you give up and what it is worth`,
  valueInKind: (benefit: string) => `Taxed for ${benefit} as a benefit in kind, a year`,
  percentInKind: (benefit: string) => `Percentage taxed for ${benefit}`,
  noPercentInKind: (benefit: string) =>
    `We have no tax figures for ${benefit} on this date, so we cannot work out your take-home pay`,
  limit: (pounds: string) => `Limit of £${Number(pounds).toLocaleString('en-GB')}`,
  rate: (percent: string) => `Rate of ${percent}%`,
  raisedLimit: (pounds: string) =>
    `Limit of £${Number(pounds).toLocaleString('en-GB')} with your pension contributions`,
  part: (levy: string, percent: string) => `${levy}: the part at ${percent}%`,
  change: 'Change of your take-home pay in a year',
  changePerPayDay: 'Change on the first pay day',
  changePerMonth: 'Change in a month',
  spreadOver: 'Pay days it is spread over',
  employerChange: "Change of your employer's National Insurance",
  class1AChange: "Change of your employer's Class 1A National Insurance",

  basis: (year: string, country: string, category: string, loans: string) =>
    `Worked out for a whole year at this pay, with the tax figures of ${year}: one job, the standard tax code, a taxpayer in ${country}, National Insurance category ${category}, ${loans}. Each tax is rounded to the nearest penny once a year. Your payslip may differ.`,
  country: { rUK: 'England, Wales or Northern Ireland', Scotland: 'Scotland' },
  noLoan: 'no student loan',
  withLoans: (plans: string) => `student loan ${plans}`,

  noSalary: 'We do not know your salary, so we cannot work out your take-home pay. Please ask your employer to add it',
  moreThanPay: 'This takes more than your pay, so there is no take-home pay to work out',
  noTable: 'We have no tax figures for this date, so we cannot work it out',
  unknownCategory: (letter: string, taxYear: string) =>
    `We cannot work out National Insurance of category ${letter} in ${taxYear}. Please ask your employer`,

  letterUnder16: (letter: string, age: number) => `letter ${letter} at the age of ${age}: people under 16 have X`,
  letterOfPensioners: (letter: string, age: number) =>
    `letter ${letter} at the age of ${age}: it is for people over State Pension age`,
  letterBeforePension: (letter: string, age: number) =>
    `letter ${letter} at the age of ${age}: people over State Pension age have C, K or S`,
  letterOfYounger: (letter: string, { age, limit }: { age: number; limit: number }) =>
    `letter ${letter} at the age of ${age}: it is for people under ${limit}`,

  floor: 'Minimum wage a year',
  hourlyOfApprentices: 'Minimum wage an hour of an apprentice under 19 or in the first year',
  hourlyAt: (age: number) => `Minimum wage an hour at the age of ${age}`,
  hoursAWeek: 'Your hours a week',
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
    `From ${from} the minimum wage for ${hours} hours a week is ${floor} a year, more than the pay we know. Your employer has to raise your pay by then. If the new pay is too low for this choice, your employer has to lower the choice.`,
  dayTaken: (benefit: string, payDays: number) =>
    `${benefit} as a yearly rate, by the ${payDays} pay ${payDays === 1 ? 'day' : 'days'} on which it is deducted`,
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
