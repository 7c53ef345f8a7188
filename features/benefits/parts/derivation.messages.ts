/** How a figure came about, in words. */
export const derivationMessages = {
  source: 'Source',
  /** What a step does with its figures, where there is more than one thing to do; by the rule's name. */
  how: {
    'salary-multiple': 'Salary times the multiple',
    'twelve-months': '12 times this amount',
    'percent-of': 'This percentage of this amount',
    beyond: 'What is above the part counted before',
    'smaller-of': 'The smaller of the two',
    premium: 'Cover divided by what the rate is for, times the rate',
    'value-of-days': 'Salary divided by the working days, times your days',
    difference: 'The first less the second',
    share: 'Divided evenly, odd pennies on the first',
    less: 'The first less the others',
    'larger-of': 'The larger of the two',
    'tapered-allowance': 'Less half of what the income has above the limit, up to whole pounds',
    'percent-of-band': 'This percentage of what lies between the limits',
    'percent-above': 'This percentage of what lies above the limit',
    'yearly-wage': 'Pounds an hour times hours a week and weeks a year',
    'rate-of-a-year': 'The first times the second, divided by the third',
    'pay-days-of-hire': 'Months of hire times pay days in a year, divided by 12',
    'within-a-year': 'The instalments of the first year added together',
  } as Readonly<Record<string, string>>,
  added: 'Added together',
  from: (date: string) => `in force from ${date}`,
} as const
