import { buttonMessages } from '../../contract/messages.ts'

/** Messages of login and logout, by their keys in the message catalogue (Annex D). */
export const loginMessages = {
  title: (brand: string) => `Log in to ${brand}`,
  help: 'Need help?',
  helpEmail: (address: string) => `Email ${address}`,
  helpOr: ' or ',
  helpCall: (number: string) => `call ${number}`,
  checking: 'Checking...',
  loggingIn: 'Logging in...',
  forgotten: 'Forgotten?',
  next: buttonMessages.next,
  submit: 'Login',
  back: buttonMessages.back,
  email: 'Email',
  passwordLabel: 'Password',
  password: 'Try again or reset your password',
  emailMismatch: 'This email does not match our records',
  cookies: 'Please accept cookies before logging in',
  cookiesBlocked: 'Please allow cookies in your browser',
  urlFailed: 'Unable to process login request',
  noMatch: "We can't find a match! Try again or contact us",
  unable: 'Unable to login',
  locked:
    'You have unsuccessfully tried to login too many times - your account has been locked for 15 mins. Please try again later',
  ssoOnly: 'Please log in through your organisation',
} as const

export const accountMessages = {
  problem: 'Unfortunately we are experiencing a problem with your account, please contact the support team for help',
} as const
