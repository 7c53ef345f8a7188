import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

export const approveMessages = {
  pageTitle: (benefitName: string) => `${benefitName} - Selections awaiting approval`,
  crumbHome: breadcrumbMessages.home,
  crumbDashboard: breadcrumbMessages.dashboard,
  crumb: 'Approve Selections',
  approve: 'Approve',
  reject: 'Reject',
  none: 'No approval data found',
  failed: 'There was an error requesting approval data',
  lastDay: 'Last day of employment',

  answer: (waiting: number) => {
    if (waiting === 0) return 'No choices are waiting for you'
    return waiting === 1
      ? '1 choice is waiting for you'
      : `${waiting.toLocaleString('en-GB')} choices are waiting for you`
  },
  lead: 'These choices start only with your approval.',
  noneYet: 'Selections appear here once employees ask for something that needs your decision.',
  loading: 'Loading selections',
  employee: 'Employee name',
  selectAll: 'Select all',
  select: (employeeName: string) => `Select ${employeeName}`,
  chosen: (chosen: number, all: number) => `${chosen} of ${all} selected`,
  first: (shown: number, all: number) =>
    `The list shows ${shown} of ${all} selections. Find the others by name, or decide these first.`,
  find: 'Find an employee',
  noneFound: 'No employee in this list has that name',
  own: 'Your own selection: another administrator must decide',

  askedFor: 'Request',
  firstChoice: 'New',
  changeOfRunning: 'Change',
  peopleCovered: 'People covered',
  onlyEmployee: 'Employee only',
  alreadyTaken: 'Already taken from pay',
  costToEmployee: 'Employee pays per month',
  costToEmployer: 'Employer pays per month',
  total: 'Total',
  instalments: 'Instalments',
  from: 'From',
} as const
