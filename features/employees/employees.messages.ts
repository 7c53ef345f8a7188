import { crumbMessages } from '../../contract/screen.messages.ts'

/** Sentences of the employer's list of people, by their keys in the message catalogue (Annex D). */
export const employeeMessages = {
  upload: 'Upload employee data',
  none: 'No employees found',

  title: 'Employee data',
  lead: 'Everybody on record, who has registered, and who signs in with a second step.',
  crumbHome: crumbMessages.home,
  crumbDashboard: crumbMessages.dashboard,
  lists: 'Lists of employees',
  employees: 'Employees',
  pages: 'Pages of employees',
  loading: 'Loading employees',
  noneYet: 'They appear here as soon as they are loaded.',
  noneFits: 'Nobody fits what you search and filter by.',
  showAll: 'Show all employees',

  search: 'Find by name, email or employee number',
  clearSearch: 'Clear search',
  manyMatch: (counted: number) =>
    `More than ${counted.toLocaleString('en-GB')} employees match. Another letter narrows the list.`,
  everybody: 'Everybody',
  registeredFilter: 'Registration',
  onlyRegistered: 'Registered',
  onlyUnregistered: 'Not registered',
  twoFactorFilter: 'Two-factor authentication',
  onlyWithTwoFactor: 'On',
  onlyWithoutTwoFactor: 'Off',

  name: 'Name',
  email: 'Email',
  employeeNumber: 'Employee number',
  registered: 'Registered',
  lastLogin: 'Last login',
  never: 'Never',
  noNumber: 'None',
  twoFactor: 'Two-factor authentication',
  on: 'On',
  off: 'Off',
  yes: 'Yes',
  no: 'No',
  enforced: 'Everybody must set up two-factor authentication.',
  notEnforced: 'Employees choose for themselves whether to set up two-factor authentication.',

  registeredShare: (percentage: string) => `${percentage} registered`,
  registeredOf: (registered: number, all: number) =>
    `${registered.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} employees`,

  download: 'Download employee report',
  downloadTwoFactor: 'Download two-factor report',
  downloading: 'Preparing the file',
  fileColumns: ['Employee number', 'First name', 'Surname', 'Email'],

  employee: 'Employee',
  loadingOne: 'Loading the employee',
  gone: 'This employee is no longer there',
  details: 'Details',
  dateOfBirth: 'Date of birth',
  employmentStatus: 'Employment status',
  statuses: { active: 'Active', inactive: 'Inactive', left: 'Left' },
  startDate: 'Start date',
  unknown: 'Not known',
  selections: 'Selections',
  noSelections: 'Nothing has been chosen yet',
  benefit: 'Benefit',
  status: 'Status',
  from: 'From',
} as const

/** Welcome emails again: to everybody who has not registered, and to one person (EMP-44). */
export const welcomeMessages = {
  title: 'Welcome email',
  resend: 'Resend welcome email',
  resending: 'Sending...',
  resent: 'Welcome email sent',
  nothingToActivate: 'There is no account to activate any more: they have registered, or their account was closed.',
  hasLeft: 'They have left, and cannot register any more.',
  comesInOtherwise: 'Your people come in through your organisation, and have no account to activate.',
  enough: 'They have been sent three welcome emails within a day. Please try again tomorrow.',
  one: (name: string) => `${name} has not registered yet. A new link to activate the account goes to ${name} by email.`,
} as const

/** Seeing the portal as one employee sees it, by magic link (MASQ-12). */
export const viewAsMessages = {
  button: 'View as employee',
  title: (name: string) => `View the portal as ${name}`,
  text: (name: string) =>
    `A new tab shows what ${name} sees. You cannot change anything there. It is recorded, and ${name} is told by mail. Please confirm that it is you.`,
  password: 'Your password',
  code: 'Your authentication code',
  open: 'Open view',
  opening: 'Opening...',
  opened: 'The view is open in a new tab.',
  blocked: 'Your browser has not opened a new tab. This link opens the view, once and within a minute.',
  openLink: (name: string) => `View as ${name} in a new tab`,
  again: 'Open another view',
} as const
