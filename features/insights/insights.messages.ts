import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

export const insightsMessages = {
  none: 'No insights available',

  title: 'Employee insights',
  lead: 'Your current employees by age, sex and length of service, and which benefits they take up.',
  crumbHome: breadcrumbMessages.home,
  crumbDashboard: breadcrumbMessages.dashboard,
  loading: 'Loading insights',
  notForYou: 'Insights are switched on for each administrator separately. You can still see benefit take-up.',
  toTakeUp: 'See benefit take-up',
  noneYet: 'Insights appear here once people are employed.',
  noBenefitsYet: 'Benefits appear here once a scheme year has begun.',
  employees: 'Employees',
  selections: 'Benefit selections',
  employeesAsOf: (count: number, asOf: string) =>
    `${count === 1 ? '1 employee' : `${count.toLocaleString('en-GB')} employees`} as of ${asOf}`,
  smallGroups: (smallest: number) =>
    `Groups of fewer than ${smallest} people are not shown. If the size of a hidden group could be worked out from the others, the next smallest group is hidden as well.`,

  dimension: { age: 'Age', sex: 'Sex', service: 'Length of service' },
  chart: { age: 'Employees by age', sex: 'Employees by sex', service: 'Employees by length of service' },
  takeUpChart: { age: 'Take-up by age', sex: 'Take-up by sex', service: 'Take-up by length of service' },
  band: {
    'under-25': 'Under 25',
    '25-34': '25 to 34',
    '35-44': '35 to 44',
    '45-54': '45 to 54',
    '55-64': '55 to 64',
    '65-over': '65 and over',
    female: 'Female',
    male: 'Male',
    unknown: 'Not recorded',
    'under-1': 'Less than 1 year',
    '1-2': '1 to 2 years',
    '3-5': '3 to 5 years',
    '6-10': '6 to 10 years',
    'over-10': 'More than 10 years',
  },
  most: (band: string, share: string) => `The largest group shown: ${band}, ${share} of all employees.`,
  highest: (band: string, share: string) => `Highest take-up of the groups shown: ${band}, ${share}.`,
  nothingShown: 'No group is large enough to be shown.',

  benefit: 'Benefit',
  allBenefits: 'Take-up by benefit',
  allBenefitsIn: (group: string) => `Take-up by benefit in ${group}`,
  ofAllEmployees: 'The figures by age, sex and length of service are of all employees.',
  allBenefitsText: (asOf: string) => `How many eligible people have each benefit, as of ${asOf}.`,
  byGroup: 'Choose a benefit to see its take-up by age, sex and length of service',
  holders: 'Selected',
  others: 'Eligible but not selected',
  figures: (selected: string, eligible: string, takeUp: string, asOf: string) =>
    `${selected} of ${eligible} who are eligible have it: ${takeUp}, as of ${asOf}.`,
  toPeople: 'See who has it',
  withTakeUp: (band: string, takeUp: string) => `${band}: ${takeUp}`,
} as const
