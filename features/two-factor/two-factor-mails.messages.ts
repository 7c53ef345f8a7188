import type { MailKind } from '../../contract/mail-kind.ts'

type Nothing = Record<string, never>

const notYou = 'If this was not you, please contact us at once: someone may know your password.'

/** Sent after every change of a person's second factor, including their own changes (S-23). */
export const twoFactorEnabledMail: MailKind<Nothing> = {
  name: 'two-factor-enabled',
  write: (_, { brand }) => ({
    subject: `Two factor authentication has been enabled at ${brand}`,
    paragraphs: [
      'From now on you will be asked for a code from your authenticator app when you log in.',
      'Recovery codes let you in without your phone. You can make new ones in Profile Settings.',
      'You have been logged out everywhere else.',
      notYou,
    ],
  }),
}

export const twoFactorDisabledMail: MailKind<Nothing> = {
  name: 'two-factor-disabled',
  write: (_, { brand }) => ({
    subject: `Two factor authentication has been disabled at ${brand}`,
    paragraphs: [
      'From now on you need only your password to log in.',
      'You have been logged out everywhere else.',
      notYou,
    ],
  }),
}

export const twoFactorResetMail: MailKind<Nothing> = {
  name: 'two-factor-reset',
  write: (_, { brand }) => ({
    subject: `Two factor authentication has been reset at ${brand}`,
    paragraphs: [
      'Your authenticator app and recovery codes have been removed, because we were told that you have lost them.',
      'Log in with your password. If your employer requires two factor authentication, you then set up a new app.',
      'You have been logged out everywhere.',
      notYou,
    ],
  }),
}

export const recoveryCodesMadeMail: MailKind<Nothing> = {
  name: 'recovery-codes-made',
  write: (_, { brand }) => ({
    subject: `New recovery codes at ${brand}`,
    paragraphs: [
      'New recovery codes were made for your account. You can use each of them once instead of a code from your authenticator app.',
      'Earlier codes have stopped working.',
      notYou,
    ],
  }),
}

export const twoFactorMailKinds = [
  twoFactorEnabledMail,
  twoFactorDisabledMail,
  twoFactorResetMail,
  recoveryCodesMadeMail,
] as const
