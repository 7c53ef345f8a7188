import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'
import { signInLimits } from './limits.ts'

/** Sent after too many wrong passwords, at most once a day (S-04). */
export const accountLockedMail: MailKind<Record<string, never>> = {
  name: 'account-locked',
  write: (_, { brand }) => ({
    subject: 'Login to your account is paused',
    paragraphs: [
      `Someone tried to log in to your ${brand} account with a wrong password several times, so login is paused for ${signInLimits.lockMs / 60_000} minutes.`,
      'If it was you, wait and try again, or choose a new password. Your password has not changed.',
      'If it was not you: nobody got into your account, and you do not have to do anything. Please use a password that you use nowhere else.',
    ],
    button: { label: 'Choose a new password', path: paths.forgottenPassword() },
    smallPrint: ['You get this message at most once a day.'],
  }),
}

/** Sent when an old copy of a session was used (S-34). */
export const sessionStolenMail: MailKind<Record<string, never>> = {
  name: 'session-stolen',
  write: (_, { brand }) => ({
    subject: 'We logged you out to be safe',
    paragraphs: [
      `An old copy of your ${brand} session was used again. Someone may have copied it, so we have ended it on all devices.`,
      'Please log in again. If you used a computer that others use too, or if anything looks unfamiliar, choose a new password.',
    ],
    button: { label: 'Log in', path: paths.login() },
  }),
}
