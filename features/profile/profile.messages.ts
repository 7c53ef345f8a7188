import { buttonMessages, formMessages } from '../../contract/messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { profileTitle } from '../../contract/profile-title.messages.ts'
import type { ContactField } from '../../services/people/profile.rules.ts'

export const profileMessages = {
  title: profileTitle,
  home: breadcrumbMessages.home,
  lead: 'Your details, your family, and how you log in.',
  loading: 'Loading your profile',
  failed: 'We could not load your profile.',

  details: 'Personal details',
  detailsFrom: 'These details come from your employer. If something is wrong, please tell your HR team.',
  name: 'Name',
  dateOfBirth: 'Date of birth',
  email: 'Email address that you log in with',
  employeeNumber: 'Employee number',
  jobTitle: 'Job title',
  startDate: 'Started on',

  contact: 'Contact details',
  contactWhy: 'Your employer and your benefit providers use these details to reach you.',
  phone: 'Phone',
  personalEmail: 'Personal email',
  address: 'Address',
  postcode: 'Postcode',
  reminders: 'Reminders to choose benefits',
  remindersOn: 'By email',
  remindersOff: 'Off',
  wantsReminders: 'Remind me by email to choose benefits',
  notGiven: 'Not given',
  change: 'Change',
  changeContact: 'Change contact details',
  optional: 'You can leave any of these empty.',
  saving: 'Saving...',
  detailsMissing: 'We cannot save this, because we have no personal details for you yet. Please tell your HR team',
  saved: 'Your contact details have been saved',

  picture: 'Your picture',
  pictureHint: 'Shown beside your name in the portal.',
  plain: 'Plain',
  avatarUnknown: 'This picture is no longer available. Please choose another one',
  colours: 'Colours',
  coloursHint: 'Only in this browser.',
  light: 'Light',
  dark: 'Dark',
  asDevice: 'As my device',
  pictureSaved: 'Your picture has been changed',

  password: 'Your password',
  passwordText: 'A new password logs you out everywhere else.',
  changePassword: 'Change password',
  noPassword: 'You log in through your organisation, so there is no password to change here.',

  twoFactor: 'Two factor authentication',
  twoFactorOn: 'On',
  twoFactorOff: 'Off',
  twoFactorOnText: 'You enter a code from your app when you log in.',
  twoFactorOffText:
    'A code from an app on your phone, in addition to your password, keeps other people out of your account.',
  turnOn: 'Set up',
  newPhone: 'Set up a new phone',
  recoveryCodes: 'New recovery codes',
  turnOff: 'Switch off',

  terms: 'Terms and conditions you accepted',
  termsAccepted: (revision: number, on: string) => `Revision ${revision}, on ${on}`,
  readTerms: 'Read them',
} as const

export const contactProblemMessages: Readonly<Record<ContactField, string>> = {
  phone: 'Please enter a phone number of 7 to 20 digits',
  personalEmail: formMessages.email,
  address: formMessages.required,
  postcode: 'Please enter a valid postcode',
}

export const sessionsMessages = {
  title: 'Where you are logged in',
  text: 'If you do not recognise a session, end it and change your password.',
  loading: 'Loading your sessions',
  failed: 'We could not load your sessions.',
  current: 'This browser',
  cameBy: {
    password: 'With email and password',
    'single-sign-on': 'Through your organisation',
    masquerade: 'Another person who views the portal as you',
  },
  lastUsed: (when: string) => `Last used ${when}`,
  since: (when: string) => `Logged in ${when}`,
  moment: (date: string, time: string) => `${date} at ${time}`,
  end: 'End this session',
  endAll: 'End all other sessions',
  onlyThis: 'You are not logged in anywhere else.',
  askOne: (device: string) => `End the session of ${device}?`,
  askAll: 'End all other sessions?',
  explain: 'The person who uses it has to log in again, and loses unsaved changes.',
  ending: 'Ending...',
  ended: 'The session has been ended',
  endedAll: 'All other sessions have been ended',
  cancel: buttonMessages.cancel,
} as const
