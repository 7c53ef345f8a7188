import { showPounds } from '../../contract/money.ts'
import type { DeductionAfterLastPeriodView } from '../payroll/payroll.contract.ts'

export const reportMessages = {
  owed: 'Leavers: amounts owed',
  payrollFailed: 'There was an error requesting the payroll report, please try again later',
  download: 'Download',
  title: 'Reports',
  lead: 'The amounts of each payroll run, the monthly reports for providers, and the files for both.',
  payrollReports: 'Payroll reports',
  payrollReportsText:
    'The file of every locked payroll run, by year and month. Downloading one twice gives the same file.',
  openPayrollReports: 'Open payroll reports',
  providerReports: 'Provider reports',
  providerReportsText:
    'The monthly report for each provider: who is covered, from when until when, for how much, and the premium. Reports are made after the end of the month and do not change afterwards.',
  openProviderReports: 'Open provider reports',
  lifeEventReports: 'Life-event report',
  lifeEventReportsText: 'The life events your employees have reported, and when each was closed.',
  openLifeEventReports: 'Open the life-event report',
  lists: 'Lists to check',
  listsText: 'People and benefits that need attention before a payroll run is locked or a scheme year begins.',
  scheduled: 'Scheduled reports',
  report: 'Report',
  file: 'File',
  downloadOf: (label: string) => `Download ${label}`,
  downloading: 'Downloading...',
} as const

export const payrollMessages = {
  runs: 'Payroll runs',
  runsLead:
    'A payroll run has everyone’s deductions for one pay day, with all changes up to its cut-off. Locking the run makes its figures final and creates the file for payroll.',
  loading: 'Loading payroll runs',
  failed: 'There was an error requesting the payroll runs',
  none: 'No payroll runs yet',
  noneYet: 'The first run appears once your scheme has a payroll.',
  open: 'Open',
  lockedOn: 'Locked on',
  cutOff: 'Cut-off',
  payDay: 'Pay day',
  lines: 'Lines',
  employeeTotal: 'Employees pay',
  employerTotal: 'Employer pays',
  addedToPay: 'A minus sign means that the amount is added to pay.',
  lockedRuns: 'Locked runs',
  showAllRuns: (all: number) => `Show all ${all} locked runs`,
  showLatestRuns: (shown: number) => `Show the latest ${shown} only`,
  noLockedRuns: 'No run has been locked yet.',
  run: 'Run',
  runName: (payroll: string, label: string) => `${payroll}, ${label}`,
  showLines: 'Show the lines',
  hideLines: 'Hide the lines',
  linesOf: (name: string) => `Lines of ${name}`,
  linesLoading: 'Loading payroll lines',
  linesFailed: 'There was an error requesting the lines of this run',
  linesNone: 'Nobody has a deduction in this period',
  firstOf: (shown: number, all: number) => `The first ${shown} of ${all} lines. The file has all of them.`,
  unplanned: 'Not in any run',
  unplannedText:
    'These amounts are still owed by or to employees, but no planned pay day includes them. Agree with each person how the amount is paid, or ask for more pay periods to be planned.',
  unplannedOf: ({
    employeeName,
    employeeNumber,
    benefitName,
    employeeAmount,
    employerAmount,
  }: DeductionAfterLastPeriodView) =>
    `${employeeName}${employeeNumber === '' ? '' : ` (${employeeNumber})`}, ${benefitName}: ${[
      ...owedBy(employeeAmount, { from: 'from pay', back: 'to be paid back with pay' }),
      ...owedBy(employerAmount, { from: 'from the employer', back: 'to be paid back to the employer' }),
    ].join(', ')}`,
  unplannedMore: (more: number) => (more === 1 ? 'And 1 more' : `And ${more} more`),
  employeeNumber: 'Employee number',
  employee: 'Employee',
  benefit: 'Benefit',
  payCode: 'Pay code',
  change: 'Change',
  lock: 'Lock this run',
  lockUnanswered: { whether: 'this run is locked', not: 'This run is not locked.' },
  lockOf: (name: string) => `Lock this run: ${name}`,
  askLock: (name: string) => `Lock ${name}?`,
  lockText:
    'The figures below become final, and the file for payroll appears under Payroll reports. This cannot be undone: later changes go into the next run.',
  lockEarly: (date: string) =>
    `Changes can still reach this run until ${date}. If you lock it now, such changes go into the next run.`,
  confirmLock: 'Lock',
  locking: 'Locking...',
  lockedBefore: (name: string) => `${name} is already locked`,
  lockedBeforeText: (date: string) => `It was locked on ${date}. Its file is ready to download.`,
  nowLocked: (name: string) => `${name} is locked. Its file is ready to download`,
} as const

function owedBy(pounds: number, { from, back }: { from: string; back: string }): string[] {
  if (pounds === 0) return []
  return [pounds > 0 ? `${showPounds(pounds)} ${from}` : `${showPounds(-pounds)} ${back}`]
}
