import { linkPaths } from '../../contract/link-paths.ts'
import { paths } from '../../contract/paths.ts'
import type { AnyMailKind, MailKind } from '../../contract/mail-kind.ts'
import { linkLimits } from './limits.ts'
import { linkMailMessages } from './password.messages.ts'

type LinkData = { token: string }

export const resetLinkMail: MailKind<LinkData> = {
  name: 'reset-link',
  write: ({ token }, { brand }) => {
    const { subject, asked, how, button, notYou } = linkMailMessages.reset
    return {
      subject: subject(brand),
      paragraphs: [asked(brand), how],
      button: { label: button, path: linkPaths.resetPassword(token) },
      smallPrint: [notYou],
    }
  },
  staleAfterMs: linkLimits.livesMs.reset,
}

export const activationLinkMail: MailKind<LinkData> = {
  name: 'activation-link',
  write: ({ token }, { brand }) => {
    const { subject, welcome, how, button, notYou } = linkMailMessages.activation
    return {
      subject: subject(brand),
      paragraphs: [welcome(brand), how],
      button: { label: button, path: linkPaths.activation(token) },
      smallPrint: [notYou],
    }
  },
  staleAfterMs: linkLimits.livesMs.activation,
}

export const passwordChangedMail: MailKind = {
  name: 'password-changed',
  write: (_, { brand }) => {
    const { subject, what, notYou, button } = linkMailMessages.changed
    return {
      subject: subject(brand),
      paragraphs: [what(brand), notYou],
      button: { label: button, path: paths.forgottenPassword() },
    }
  },
}

export const passwordMails: readonly AnyMailKind[] = [resetLinkMail, activationLinkMail, passwordChangedMail]
