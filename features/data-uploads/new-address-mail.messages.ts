import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'
import { loginMessages } from '../../services/session/session.messages.ts'

type Notice = Record<string, never>

/** To a person's former address after a change. Omits the new address, because somebody else may read this mail. */
export const formerAddressMail: MailKind<Notice> = {
  name: 'former-address',
  write: (_, { brand }) => ({
    subject: `Your login for ${brand} has moved to another email address`,
    greeting: 'Hello,',
    paragraphs: [
      `Your employer has given us a new email address for you. From now on, you log in to ${brand} with the new address, and our emails go there.`,
      'Your password, benefits and family stay as they are.',
      'If you do not know of a new address, please contact us or your benefits team at once.',
    ],
  }),
}

export const newAddressMail: MailKind<Notice> = {
  name: 'new-address',
  write: (_, { brand }) => ({
    subject: `Log in to ${brand} with this email address`,
    paragraphs: [
      `Your employer has given us this email address for you. From now on, you log in to ${brand} with it.`,
      `Your password, benefits and family stay as they are. If you have no password yet, choose "${loginMessages.forgotten}" on the login page.`,
      'If this is a mistake, please contact your benefits team.',
    ],
    button: { label: 'Log in', path: paths.login() },
  }),
}

export const newOrganisationAddressMail: MailKind<Notice> = {
  name: 'new-organisation-address',
  write: (_, { brand }) => ({
    subject: `Log in to ${brand} with this email address`,
    paragraphs: [
      `Your employer has given us this email address for you. From now on, you log in to ${brand} with it, through your organisation.`,
      'Your benefits and family stay as they are.',
      'If this is a mistake, please contact your benefits team.',
    ],
    button: { label: 'Log in', path: paths.login() },
  }),
}

export const newAddressMailKinds = [formerAddressMail, newAddressMail, newOrganisationAddressMail]
