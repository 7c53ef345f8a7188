import { showPounds } from '../../contract/money.ts'

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const count = (number: number) => number.toLocaleString('en-GB')

export const showWholePounds = (amount: number) => showPounds(Math.round(amount)).replace('.00', '')

export const employerDashboardMessages = {
  loading: 'Loading the dashboard',
  needs: (things: number) => {
    if (things === 0) return 'You have nothing to do today'
    return things === 1 ? 'You have one thing to do' : `You have ${numbers[things] ?? things} things to do`
  },

  inDays: (days: number) => {
    if (days < 0) return 'Date passed'
    if (days === 0) return 'Today'
    return days === 1 ? 'Tomorrow' : `In ${days} days`
  },
  noDeadline: 'No deadline',

  approve: (waiting: number) =>
    waiting === 1 ? 'Approve or reject 1 selection' : `Approve or reject ${count(waiting)} selections`,
  approvalsByBenefit: (waiting: number, benefitName: string) => `${benefitName}: ${waiting}`,
  oldestWaits: (days: number) => {
    if (days === 0) return 'The oldest was submitted today.'
    return days === 1 ? 'The oldest has waited 1 day.' : `The oldest has waited ${days} days.`
  },
  toApprovals: 'Review selections',
  seeApprovals: 'See approvals',
  noneWaiting: 'Nothing is waiting for your decision.',

  lock: (label: string) => `Lock the run for ${label}`,
  cutOff: (payroll: string, date: string) => `${payroll}. Includes changes made up to ${date}.`,
  cutOffPast: (payroll: string, date: string) => `${payroll}. The cut-off was ${date}, so you can lock the run.`,
  toRuns: 'See payroll runs',

  decideUpload: 'Decide about an uploaded file',
  uploadWaits: (file: string) => `${file} has been checked and is waiting for your decision.`,
  toWaitingUpload: 'Look at the upload',

  figures: 'Figures',
  spend: (month: string) => `Your spending in ${month}`,
  comparedWith: (now: number, before: number, month: string) => {
    const more = Math.round(now) - Math.round(before)
    if (more === 0) return `The same as in ${month}`
    return `${showWholePounds(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than in ${month}`
  },

  registered: 'Registered',
  registeredOf: (registered: number, all: number) =>
    `${count(registered)} of ${count(all)} people on record, leavers included`,
  toEmployees: 'See employees',

  benefits: 'Benefits per person',
  holders: (holders: number, employees: number, asOf: string) =>
    `${count(holders)} of ${count(employees)} people employed today have a benefit or will get one, as of ${asOf}`,
  toTakeUp: 'See take-up',

  logins: 'Logins, last 30 days',
  moreLogins: (more: number) => `${count(more)} more than in the 30 days before`,
  fewerLogins: (fewer: number) => `${count(fewer)} fewer than in the 30 days before`,
  sameLogins: 'The same as in the 30 days before',
  toEngagement: 'See engagement',

  spendByMonth: 'Your spending by month',
  month: 'Month',
  rest: 'Rest',
  noSpend: 'No payroll run has been locked yet.',
  fewIn: (month: string) => `Too few people in ${month} for the amount to be shown.`,
  spendOf: (amount: number, month: string) =>
    `${showWholePounds(amount)} in ${month}. A month is added once its payroll runs are locked.`,

  spendBy: 'Show the spending by',
  by: { benefit: 'Benefit', provider: 'Provider', payer: 'Payer', department: 'Department', location: 'Location' },
  partsTitle: {
    benefit: (month: string) => `Your spending in ${month} by benefit`,
    provider: (month: string) => `Your spending in ${month} by provider`,
    payer: (month: string) => `Who paid for the benefits in ${month}`,
    department: (month: string) => `Your spending in ${month} by department`,
    location: (month: string) => `Your spending in ${month} by location`,
  },
  partsTotal: (amount: number) => `${showWholePounds(amount)} in the locked payroll runs.`,
  payers: { employer: 'You', 'before-tax': 'Employees, before tax', 'after-tax': 'Employees, after tax' },
  noGroup: 'Not recorded',
  smallGroups: 'Smaller groups together',
  smallGroupsText: 'Groups of few people are added up, so that nobody’s benefits can be worked out.',
  changeSince: (month: string) => `Change since ${month}`,
  smallFigures: (month: string) => `The small figures are the change since ${month}.`,
  change: (now: number, before: number) => {
    const more = Math.round(now) - Math.round(before)
    if (before === 0) return 'New'
    if (more === 0) return 'Same'
    return `${more > 0 ? '+' : '−'}${showWholePounds(Math.abs(more))}`
  },
  downloadSpend: 'Download these figures',
  spendFile: (by: string, month: string) => `spend-by-${by}-${month.slice(0, 7)}.csv`,

  enrolment: 'Annual enrolment',
  enrolmentDay: (day: number, days: number, until: string) => `Day ${day} of ${days}, until ${until}`,
  shareFinished: (finished: number, all: number) => `${((100 * finished) / all).toFixed(1)}%`,
  haveFinished: 'have finished',
  enrolmentBefore: (share: string) => `At this point of the previous enrolment: ${share}`,
  finished: 'Have confirmed a choice',
  started: 'Have begun',
  notStarted: 'Have not begun',
  notFinished: 'Have not confirmed a choice',
  people: count,
  remind: 'Remind people',

  calendar: 'Payroll calendar',
  calendarText: 'The next five weeks.',
  cutOffOn: 'Cut-off',
  payOn: 'Pay day',
  noDates: 'No cut-off dates or pay days.',

  more: 'More',
  reports: 'Reports',
  reportsText: 'Files for payroll, and monthly reports for providers.',
  noReports: 'No payroll run has been locked yet.',
  latestReport: (payroll: string, label: string) => `Latest: ${payroll}, ${label}`,
  toReports: 'See reports',

  insights: 'Insights',
  insightsText: 'Your employees by age, sex and length of service, and which benefits they take up.',
  toInsights: 'See insights',

  activity: 'Recent activity',
  activityText: 'Who decided, locked, uploaded, downloaded or changed something.',
  toActivity: 'See activity',

  settings: 'Platform settings',
  settingsText: 'Whether employees must use two-factor authentication, and your brand and contact details.',
  toSettings: 'See settings',

  uploads: 'Employee data',
  uploadsText: 'Upload a file of joiners, changes and leavers.',
  newestUpload: (file: string, date: string) => `Latest: ${file}, ${date}`,
  toUploads: 'Upload employee data',

  vouchers: 'Childcare vouchers',
  nextVouchers: (date: string) => `Next voucher date: ${date}`,
  voucherOrders: (placed: number, saved: number) =>
    `${placed} placed ${placed === 1 ? 'order' : 'orders'}, ${saved} saved ${saved === 1 ? 'order' : 'orders'}`,
  noVouchers: 'No vouchers are due.',
  toVouchers: 'Manage vouchers',
} as const
