import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`)

export const platformSettingsMessages = {
  title: 'Platform settings',
  lead: 'How your employees log in, and what the portal looks like to them.',
  crumbHome: breadcrumbMessages.home,
  crumbDashboard: breadcrumbMessages.dashboard,

  twoFactor: 'Two-factor authentication',
  loading: 'Loading the setting',
  enforce: 'Employees must use two-factor authentication',
  isEnforced:
    'All employees log in with a password and a code from their phone. They set up the second factor at their next login if they have none.',
  isNotEnforced:
    'Employees choose for themselves, in their profile, whether they need a code from their phone as well as their password.',
  onlyYourself: 'You are viewing the portal as another person: only they can change this.',
  seeList: 'See who uses it',

  on: {
    title: 'Require two-factor authentication?',
    text: 'Employees without a second factor set one up when they next log in. Those who are logged in without it have to log in again.',
    concerns: (without: number) =>
      `${people(without)} on your list of employees ${without === 1 ? 'has' : 'have'} not set it up yet.`,
    confirm: 'Require it',
    done: 'Employees must now use two-factor authentication',
  },
  off: {
    title: 'Make two-factor authentication optional?',
    text: 'Employees with a second factor keep it, and may switch it off in their profile. Passwords alone are easier to steal.',
    concerns: (having: number) =>
      `${people(having)} on your list of employees ${having === 1 ? 'uses' : 'use'} it now.`,
    confirm: 'Make it optional',
    done: 'Employees now choose for themselves whether to use two-factor authentication',
  },
  counting: 'Counting the people affected',
  notCounted: 'The number of people affected could not be loaded.',
  saving: 'Saving...',

  details: 'Brand and contact',
  detailsText: 'These come from your scheme. To have one changed, write to the support address below.',
  loadingDetails: 'Loading brand and contact details',
  organisation: 'Organisation',
  brand: 'Brand',
  supportNumber: 'Support telephone number',
  supportEmail: 'Support email',
  contactEmail: 'Email for contact page messages',
  contactPage: 'Contact page',
  shown: 'Shown',
  hidden: 'Not shown',
  none: 'None',
} as const
