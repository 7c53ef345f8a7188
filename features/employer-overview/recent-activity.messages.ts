import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

const count = (number: number) => number.toLocaleString('en-GB')
const counted = (number: number, one: string, several: string) => `${count(number)} ${number === 1 ? one : several}`

const selectionsOf = (selections: number, benefit: string | null) =>
  benefit === null ? counted(selections, 'selection', 'selections') : `a selection of ${benefit}`

export const recentActivityMessages = {
  title: 'Recent activity',
  lead: 'The last twenty uploads, decisions, payroll runs, changes of the scheme, and downloads of reports and lists of people.',
  crumbHome: breadcrumbMessages.home,
  crumbDashboard: breadcrumbMessages.dashboard,
  loading: 'Loading recent activity',
  none: 'Nothing has happened yet',
  noneYet:
    'Uploads, decisions, payroll runs, changes of the scheme, and downloads of reports and lists of people appear here.',
  failed: 'Recent activity could not be loaded',
  when: 'When',
  what: 'What',
  who: 'Who',
  portal: 'The portal or an operator',
} as const

/** What the actor did. */
export const activityMessages = {
  uploadConfirmed: (file: string) => `Applied the upload ${file}`,
  uploadUndone: (file: string) => `Undid the upload ${file}`,
  runLocked: (period: string, payroll: string) => `Locked the payroll run for ${period} (${payroll})`,
  approved: (selections: number, benefit: string | null) => `Approved ${selectionsOf(selections, benefit)}`,
  rejected: (selections: number, benefit: string | null) => `Rejected ${selectionsOf(selections, benefit)}`,
  reportDownloaded: (file: string) => `Downloaded the report ${file}`,
  reportsDownloaded: (reports: number) => `Downloaded ${counted(reports, 'report', 'reports')}`,
  takeUpDownloaded: 'Downloaded benefit take-up',
  peopleDownloaded: (people: number) => `Downloaded a list of ${counted(people, 'person', 'people')}`,
  schemeApplied: 'Changed the scheme',
  schemeExported: 'Exported the scheme',
  leaversExported: 'Exported the list of leavers',
  twoFactorRequired: 'Made two-factor authentication required',
  twoFactorOptional: 'Made two-factor authentication optional',
  welcomed: (sent: number) => `Sent ${counted(sent, 'welcome email', 'welcome emails')}`,
  inView: (text: string) => `${text}, while viewing the portal as another person`,
  operator: (name: string) => `${name} (operator)`,
} as const
