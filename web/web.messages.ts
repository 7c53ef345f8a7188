import { buttonMessages, crumbMessages } from '../contract/messages.ts'

/** Sentences of the frame around every screen, by their keys in the message catalogue (Annex D). */
export const navMessages = {
  home: crumbMessages.home,
  benefits: crumbMessages.benefits,
  faqs: crumbMessages.faqs,
  dashboard: 'Dashboard',
  profile: 'Profile Settings',
  label: 'Main',
  open: 'Menu',
  close: 'Close menu',
  skip: 'Skip to content',
} as const

export const menuMessages = {
  profile: 'My profile settings',
  logout: 'Logout',
  label: 'Your account',
} as const

export const headerMessages = {
  greeting: (name: string) => `Hi, ${name}`,
  toHome: (brand: string) => `${brand}, home`,
} as const

export const footerMessages = {
  copyright: (year: number, brand: string) => `© ${year} ${brand}`,
  label: 'Legal and help',
  privacy: 'Privacy',
  terms: 'Terms',
  cookies: 'Cookies',
  contact: 'Contact',
} as const

export const cookieMessages = {
  text: 'We use cookies to make this site work. You can accept them or choose which ones we may use.',
  policy: 'Read our cookie policy',
  label: 'Cookies',
  accept: 'Accept cookies',
  manage: 'Manage cookies',
  title: 'Cookie settings',
  essential: 'Essential cookies',
  essentialHint: 'Keep you logged in and the site safe. They are always on.',
  video: 'Video player cookies',
  videoHint: 'Let videos from other sites play here.',
  save: 'Save and accept',
  close: buttonMessages.close,
} as const

export const shellMessages = {
  progress: 'Loading',
  dismiss: 'Dismiss',
  notBuiltTitle: 'Not built yet',
  notBuiltText:
    'This part of the portal has not been built yet. Nothing here is broken, and nothing you have chosen is affected.',
  notBuiltCode:
    'Your account asks for a two-factor code, and the screen for it has not been built yet, so you cannot log in here today.',
  notBuiltSso:
    'Your organisation logs in by single sign-on, which has not been built yet, so you cannot log in here today.',
  notBuiltBack: 'Back to login',
  newTermsTitle: 'There are new terms and conditions',
  newTermsText:
    'They have to be accepted before you go on. The screen for that has not been built yet, so there is nothing more to do here today.',
  newTermsRead: 'Read the terms and conditions',
  notBuiltPanel: 'This part of the portal has not been built yet.',
} as const
