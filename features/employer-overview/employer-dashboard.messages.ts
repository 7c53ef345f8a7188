export const employerDashboardMessages = {
  lead: 'Your open tasks, and the next dates.',
  loading: 'Loading the dashboard',

  approvals: 'Selections awaiting approval',
  approvalsWaiting: (count: number) =>
    count === 1 ? '1 selection waits for your decision.' : `${count} selections wait for your decision.`,
  approvalsByBenefit: (count: number, benefitName: string) => `${benefitName}: ${count}`,
  noneWaiting: 'Nothing waits for your decision.',
  toApprovals: 'Review selections',
  seeApprovals: 'See approvals',

  employees: 'Employees',
  registeredOf: (registered: number, all: number) =>
    `${registered.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} people on record have registered, leavers included.`,
  toEmployees: 'See employees',

  engagement: 'Engagement',
  loginsLately: 'Logins in the last 30 days',
  toEngagement: 'See engagement',

  takeUp: 'Benefit take-up',
  holders: (holders: number, employees: number, asOf: string) =>
    `${holders.toLocaleString('en-GB')} of ${employees.toLocaleString('en-GB')} people employed today have at least one benefit or will get one, as of ${asOf}.`,
  toTakeUp: 'See take-up',

  insights: 'Insights',
  insightsText: 'Your employees by age, sex and length of service, and which benefits they take up.',
  toInsights: 'See insights',

  settings: 'Platform settings',
  settingsText: 'Whether employees must use two-factor authentication, and your brand and contact details.',
  toSettings: 'See settings',

  uploads: 'Employee data',
  uploadsText: 'Upload new, changed and leaving employees as a file.',
  uploadWaits: (file: string) => `${file} has been checked and waits for you.`,
  newestUpload: (file: string, date: string) => `Latest: ${file}, ${date}`,
  toUploads: 'Upload employee data',
  toWaitingUpload: 'Look at the upload',

  openRuns: 'Open payroll runs',
  run: (payroll: string, label: string) => `${payroll}, ${label}`,
  cutOff: (date: string) => `Includes changes made up to ${date}.`,
  cutOffPast: (date: string) => `Its cut-off was ${date}: it can be locked.`,
  noRun: 'No payroll run is open.',
  toRuns: 'See payroll runs',

  reports: 'Reports',
  reportsText: 'Files for payroll, and monthly reports for providers.',
  noReports: 'No payroll run has been locked yet.',
  latestReport: (label: string) => `Latest: ${label}`,
  toReports: 'See reports',

  vouchers: 'Childcare vouchers',
  nextVouchers: 'Next voucher date',
  voucherOrders: (placed: number, saved: number) =>
    `${placed} placed ${placed === 1 ? 'order' : 'orders'}, ${saved} saved ${saved === 1 ? 'order' : 'orders'}`,
  noVouchers: 'No vouchers are due.',
  toVouchers: 'Manage vouchers',
} as const
