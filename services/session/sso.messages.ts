import { loginMessages } from './session.messages.ts'

export const ssoMessages = {
  working: loginMessages.loggingIn,
  failed: 'SSO login error',
  /** Part of the text that becomes a link to the support address (SSO-11). */
  contactUs: 'contact us',
  expired: {
    title: 'Ooops your link has expired',
    text: "This link has expired. Don't worry close this tab and start the masquerade session again.",
  },
  wrong: { title: 'Oops somethings gone wrong.', text: 'We are unable to connect you. Please contact us' },
  error: {
    title: 'Unable to log in',
    text: 'Sorry, there was a problem signing in to your account',
  },
  kinds: {
    cancelled: 'You left your employer’s login page before you were logged in. You can start again at any time.',
    late: 'The login took too long, or you opened it from a bookmark. Please start again, and bookmark the page that you see after the login.',
    tile: 'The link on your employer’s page does not contain what we need to log you in. Please start here instead.',
    unknown:
      'Your employer’s login worked, but we have no account for it. Please ask your benefits team which email address they have for you.',
    unavailable: 'Your employer’s login page does not answer at the moment. Please try again in a few minutes.',
  },
  startAgain: 'Log in again',
} as const
