import { loginMessages } from './session.messages.ts'

export const ssoMessages = {
  working: loginMessages.loggingIn,
  failed: 'SSO login error',
  /** The part of the text that becomes a link to the support address (SSO-11). */
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
} as const
