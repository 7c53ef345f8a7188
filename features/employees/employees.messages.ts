import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

export const employeeMessages = {
  upload: 'Upload employee data',
  none: 'No employees found',

  title: 'Employee data',
  lead: 'All employees, with their registration and two-factor status.',
  crumbHome: breadcrumbMessages.home,
  crumbDashboard: breadcrumbMessages.dashboard,
  lists: 'Lists of employees',
  employees: 'Employees',
  pages: 'Pages of employees',
  loading: 'Loading employees',
  noneYet: 'Employees appear here once employee data has been uploaded.',
  noneFits: 'No employees match your search and filters.',
  showAll: 'Show all employees',

  search: 'Find by name, email or employee number',
  clearSearch: 'Clear search',
  manyMatch: (counted: number) =>
    `More than ${counted.toLocaleString('en-GB')} employees match. Type another letter to narrow the list.`,
  everybody: 'Everyone',
  registeredFilter: 'Registration',
  onlyRegistered: 'Registered',
  onlyUnregistered: 'Not registered',
  employmentFilter: 'Employment',
  onlyEmployed: 'Not left',
  onlyLeft: 'Left',
  leftOn: (date: string) => `Left ${date}`,
  leaves: (date: string) => `Leaves ${date}`,
  twoFactorFilter: 'Two-factor authentication',
  onlyWithTwoFactor: 'On',
  onlyWithoutTwoFactor: 'Off',

  name: 'Name',
  email: 'Email',
  employeeNumber: 'Employee number',
  registered: 'Registered',
  lastLogin: 'Last login',
  lastDay: 'Last day',
  never: 'Never',
  noNumber: 'None',
  twoFactor: 'Two-factor authentication',
  on: 'On',
  off: 'Off',
  yes: 'Yes',
  no: 'No',
  enforced: 'All employees must set up two-factor authentication.',
  notEnforced: 'Employees choose for themselves whether to set up two-factor authentication.',

  answer: (people: number, registered: string) =>
    `${people === 1 ? '1 person' : `${people.toLocaleString('en-GB')} people`}, ${registered} registered`,
  registeredOf: (registered: number, all: number) =>
    `${registered.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} people on record, leavers included`,

  view: 'Columns and rows',
  compact: 'Compact rows',
  download: 'Download employee report',
  downloadTwoFactor: 'Download two-factor report',
  downloading: 'Preparing the file',
} as const
