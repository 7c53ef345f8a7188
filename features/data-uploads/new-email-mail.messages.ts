import { paths } from '../../contract/paths.ts'
import type { MailContent, MailKind } from '../../contract/mail-kind.ts'
import { loginMessages } from '../../services/session/session.messages.ts'

type Notice = Record<string, never>
type Words = { brand: string; given: string; help: string }

/** `former` goes to the old address, the other mails to the new one. `newOrganisation` is for single sign-on only. */
export type EmailChangeMails = Record<'former' | 'new' | 'newOrganisation', MailKind<Notice>>

/** Omits the new address, because another person may read mail to the old one. */
function toFormerAddress({ brand, given, help }: Words): MailContent {
  return {
    subject: `Your login for ${brand} has moved to another email address`,
    greeting: 'Hello,',
    paragraphs: [
      `${given} From now on, you log in to ${brand} with the new address, and our emails go there.`,
      'Your password, benefits and family stay as they are.',
      `If you do not know of a new address, please contact ${help} at once.`,
    ],
  }
}

function toNewAddress({ brand, given, help }: Words): MailContent {
  return {
    subject: `Log in to ${brand} with this email address`,
    paragraphs: [
      `${given} From now on, you log in to ${brand} with it.`,
      `Your password, benefits and family stay as they are. If you have no password yet, choose "${loginMessages.forgotten}" on the login page.`,
      `If this is a mistake, please contact ${help}.`,
    ],
    button: { label: 'Log in', path: paths.login() },
  }
}

function toOrganisationAddress({ brand, given, help }: Words): MailContent {
  return {
    subject: `Log in to ${brand} with this email address`,
    paragraphs: [
      `${given} From now on, you log in to ${brand} with it, through your organisation.`,
      'Your benefits and family stay as they are.',
      `If this is a mistake, please contact ${help}.`,
    ],
    button: { label: 'Log in', path: paths.login() },
  }
}

const byEmployer = {
  former: 'Your employer has given us a new email address for you.',
  new: 'Your employer has given us this email address for you.',
}
const byOperator = {
  former: 'We have changed the email address of your login.',
  new: 'We have changed the email address of your login to this one.',
}

export const uploadAddressMails: EmailChangeMails = {
  former: {
    name: 'former-address',
    write: (_, { brand }) => toFormerAddress({ brand, given: byEmployer.former, help: 'us or your benefits team' }),
  },
  new: {
    name: 'new-address',
    write: (_, { brand }) => toNewAddress({ brand, given: byEmployer.new, help: 'your benefits team' }),
  },
  newOrganisation: {
    name: 'new-organisation-address',
    write: (_, { brand }) => toOrganisationAddress({ brand, given: byEmployer.new, help: 'your benefits team' }),
  },
}

export const operatorAddressMails: EmailChangeMails = {
  former: {
    name: 'operator-former-address',
    write: (_, { brand, supportEmail: help }) => toFormerAddress({ brand, given: byOperator.former, help }),
  },
  new: {
    name: 'operator-new-address',
    write: (_, { brand, supportEmail: help }) => toNewAddress({ brand, given: byOperator.new, help }),
  },
  newOrganisation: {
    name: 'operator-new-organisation-address',
    write: (_, { brand, supportEmail: help }) => toOrganisationAddress({ brand, given: byOperator.new, help }),
  },
}

export const newAddressMailKinds = [...Object.values(uploadAddressMails), ...Object.values(operatorAddressMails)]
