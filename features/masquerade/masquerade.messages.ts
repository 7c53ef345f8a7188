import type { MailKind } from '../mail/mail.contract.ts'

/** Sentences of the magic link, by which an employer user looks at the portal as one employee (Annex C, C14). */
export const magicLinkMessages = {
  button: 'View as employee',
  title: (name: string) => `View the portal as ${name}`,
  text: (name: string) =>
    `A new tab shows you what ${name} sees, without changing anything. It is recorded, and ${name} is told by mail. Please confirm that it is you.`,
  password: 'Your password',
  code: 'Your authentication code',
  open: 'Open view',
  opening: 'Opening...',
  opened: 'The view is open in a new tab.',
  blocked: 'Your browser has not opened a new tab. The link opens the view once, within a minute.',
  openLink: (name: string) => `View as ${name} in a new tab`,
  again: 'View again',
  codeNeeded: 'Please enter the code from your authenticator app as well',
  noPassword:
    'You log in through your organisation and have no password here, so we cannot confirm that it is you. The support team can help',
  cannotBeViewed: 'You cannot view the portal as this person',
} as const

/** Tells an employee who has looked at the portal as them (S-45). */
export const employeeViewedMail: MailKind<{ viewer: string; day: string; time: string }> = {
  name: 'employee-viewed',
  write: ({ viewer, day, time }, { brand, supportEmail }) => ({
    subject: `Your ${brand} was viewed by your employer`,
    paragraphs: [
      `${viewer} asked on ${day} at ${time} to view ${brand} as you see it, for instance to answer a question of yours.`,
      'They see what you have chosen and what it costs. They cannot change anything, and they see neither your family nor your password.',
      `If you did not expect this, please ask your employer, or write to ${supportEmail}.`,
    ],
    smallPrint: ['You get this message at most once a day for each person who views.'],
  }),
}
