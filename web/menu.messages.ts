import { breadcrumbMessages } from '../contract/not-found-and-breadcrumbs.messages.ts'
import { profileTitle } from '../contract/profile-title.messages.ts'

export const navMessages = {
  home: breadcrumbMessages.home,
  benefits: breadcrumbMessages.benefits,
  faqs: breadcrumbMessages.faqs,
  dashboard: 'Dashboard',
  profile: profileTitle,
  label: 'Main',
  employer: 'Employer',
  overview: 'Overview',
  people: 'People',
  approvals: 'Approvals',
  takeUp: 'Take-up',
  engagement: 'Engagement',
  insights: 'Insights',
  reports: 'Payroll and reports',
  settings: 'Settings',
  open: 'Menu',
  close: 'Close menu',
} as const

export const menuMessages = {
  profile: 'My profile settings',
  logout: 'Logout',
  label: 'Your account',
} as const

export const noticeMessages = {
  dismiss: 'Dismiss',
} as const
