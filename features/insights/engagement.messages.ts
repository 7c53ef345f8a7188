import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import type { LoginPeriod } from './logins.rules.ts'

const counted = (count: number) => count.toLocaleString('en-GB')
const people = (count: number) => (count === 1 ? '1 employee' : `${counted(count)} employees`)
const logins = (count: number) => (count === 1 ? '1 login' : `${counted(count)} logins`)

export const engagementMessages = {
  title: 'Employee engagement',
  answer: (share: string) => `${share} of your people have registered`,
  lead: 'Who has registered, how often people log in, and welcome emails for people who have not registered yet.',
  crumbHome: breadcrumbMessages.home,
  crumbDashboard: breadcrumbMessages.dashboard,

  registered: 'Registered employees',
  registeredOf: (registered: number, all: number) =>
    `${counted(registered)} of ${counted(all)} people on record have registered, leavers included.`,
  loadingRegistered: 'Loading the percentage of people who have registered',
  toEmployees: 'See employees',

  logins: 'Logins over time',
  loginsText: 'Every login of your employees counts, including a second one on the same day.',
  loadingLogins: 'Loading logins',
  noLogins: 'Nobody has logged in yet',
  span: 'Show logins by',
  spans: { days: 'Days', weeks: 'Weeks', months: 'Months' } satisfies Record<LoginPeriod, string>,
  from: { days: 'Day', weeks: 'Week from', months: 'Month' } satisfies Record<LoginPeriod, string>,
  chart: {
    days: 'Logins per day',
    weeks: 'Logins per week',
    months: 'Logins per month',
  } satisfies Record<LoginPeriod, string>,
  series: 'Logins',
  summary: (all: number, most: number, when: string) => {
    if (all === 0) return 'Nobody has logged in during this time.'
    return all === most ? `${logins(all)}: ${when}.` : `${logins(all)}. Busiest: ${when}, with ${counted(most)}.`
  },
  count: counted,
  windowOpen: 'The annual window was open',

  welcomes: 'Welcome emails',
  loadingWelcomes: 'Loading welcome emails',
  mayGet: (waiting: number) =>
    waiting === 1
      ? '1 employee has not registered and can be sent a new link to activate the account.'
      : `${counted(waiting)} employees have not registered and can be sent a new link to activate their accounts.`,
  lately: (count: number) => `${people(count)} had a welcome email in the last day and will not be sent another now.`,
  underWay: (count: number) =>
    count === 1 ? '1 welcome email is being sent.' : `${counted(count)} welcome emails are being sent.`,
  nobodyWaits: 'There is no one to send a welcome email to.',
  comesInOtherwise: 'Your people log in through your organisation, so they have no account to activate.',
  send: 'Resend welcome emails',
  ask: (waiting: number) => `Resend the welcome email to ${people(waiting)}?`,
  askText: 'Each person gets a link, which works for 14 days. Links they already have keep working until one is used.',
  confirm: 'Send',
  sending: 'Sending...',
  sent: 'Welcome email sent',

  givenUp: 'Welcome emails that never arrived',
  givenUpText: (count: number) =>
    count === 1
      ? 'The mail server of this address refused the email or could not be reached for a day. Check the address, then send the email again.'
      : 'The mail servers of these addresses refused the emails or could not be reached for a day. Check the addresses, then send the emails again.',
  givenUpMore: (shown: number, all: number) => `The list shows the newest ${counted(shown)} of ${counted(all)}.`,
  name: 'Name',
  email: 'Email',
  givenUpOn: 'Last tried on',
} as const
