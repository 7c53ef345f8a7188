import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

export const takeUpMessages = {
  none: 'No take-up data found',
  failed: 'There was an error requesting take-up data',
  groupNotShown:
    'This department, location or payroll is no longer shown, because it has too few people. Choose another',
  insightsOff: 'Insights are not switched on for you',

  title: 'Benefit take-up',
  answer: (share: string, group: string | undefined) =>
    group === undefined
      ? `${share} of your people have a benefit`
      : `${share} of the people in ${group} have a benefit`,
  lead: 'How many of your employees may have each benefit, and how many have it.',
  crumbHome: breadcrumbMessages.home,
  crumbDashboard: breadcrumbMessages.dashboard,
  crumb: 'Benefit take-up',
  loading: 'Loading take-up',
  filters: 'Filters',
  group: 'Department, location or payroll',
  allEmployees: 'All employees',
  groupKind: { department: 'Department', location: 'Location', payroll: 'Payroll' },
  allGroups: { department: 'All departments', location: 'All locations', payroll: 'All payrolls' },
  holders: (holders: number, employees: number, asOf: string) =>
    `${holders.toLocaleString('en-GB')} of ${employees.toLocaleString('en-GB')} people employed today have at least one benefit or will get one, as of ${asOf}`,
  noneYet: 'Benefits appear here once a scheme year has begun.',

  benefit: 'Benefit',
  category: 'Kind',
  eligible: 'Eligible',
  selected: 'Selected',
  optedOut: 'Opted out',
  takeUp: 'Take-up',
  takeUpPercent: 'Take-up in per cent',
  lastYearPercent: 'Take-up last year in per cent',
  lastYear: (share: string) => `Last year ${share}`,
  noLongerOffered: 'No longer offered',
  allCategories: 'All kinds',
  grouped: 'Group by kind',
  figure: {
    eligible: (count: number, name: string) => `${count.toLocaleString('en-GB')} eligible for ${name}: show them`,
    selected: (count: number, name: string) => `${count.toLocaleString('en-GB')} have ${name}: show them`,
    'opted-out': (count: number, name: string) => `${count.toLocaleString('en-GB')} opted out of ${name}: show them`,
    'not-selected': (count: number, name: string) => `${count.toLocaleString('en-GB')} could choose ${name}: show them`,
  },
  download: 'Download take-up',
  downloadPeople: 'Download this list',
  downloading: 'Preparing the file',
  howCounted: 'How people are counted',
  counted:
    'Only people employed today are counted. Eligible people may choose the benefit, even if no window is open now, or already have it. Selected means that they have it, or that it is agreed and starts later; the list of people shows the day. Last year means the last day of the previous scheme year, without choices that had not started by then. Changes reach the figures within a minute, and the lists of people at once. Departments, locations and payrolls of few people cannot be chosen, so that nobody’s benefits can be worked out.',

  figures: (selected: number, eligible: number, optedOut: number, asOf: string) =>
    `${selected.toLocaleString('en-GB')} of ${eligible.toLocaleString('en-GB')} eligible employees have it or will get it${
      optedOut > 0 ? `, ${optedOut.toLocaleString('en-GB')} opted out` : ''
    }, as of ${asOf}`,
  takeUpOf: (name: string) => `${name}: take-up`,
  pages: 'Pages of employees',
  search: 'Find by name, email or employee number',
  clearSearch: 'Clear search',
  show: 'Show',
  holding: {
    selected: 'Selected',
    'not-selected': 'Eligible but not selected',
    'opted-out': 'Opted out',
    eligible: 'All who are eligible',
  },
  name: 'Name',
  firstName: 'First name',
  surname: 'Surname',
  email: 'Email',
  employeeNumber: 'Employee number',
  noNumber: 'None',
  status: 'Status',
  from: 'From',
  noneFits: 'No employees match your search and filters.',
  nobody: {
    selected: 'Nobody has it yet.',
    'not-selected': 'All eligible employees have it, or have opted out.',
    'opted-out': 'Nobody has opted out.',
    eligible: 'Nobody is eligible today.',
  },
  showAll: 'Show all employees who have it',
  showEligible: 'Show all who are eligible',
  gone: 'This benefit no longer exists',
  toInsights: 'See take-up by age, sex and service',
  statusOf: { selected: 'Selected', 'not-selected': 'Not selected', 'opted-out': 'Opted out' },
} as const
