import type { MailKind } from '../../contract/mail-kind.ts'

export const employeeViewedMail: MailKind<{ viewer: string; day: string; time: string }> = {
  name: 'employee-viewed',
  write: ({ viewer, day, time }, { brand, supportEmail }) => ({
    subject: `Your ${brand} was viewed by your employer`,
    paragraphs: [
      `${viewer} asked on ${day} at ${time} to view ${brand} as you see it, for instance to answer a question of yours.`,
      'They see what you have chosen and what it costs. They cannot change anything, and they never see your password.',
      `If you did not expect this, please ask your employer, or write to ${supportEmail}.`,
    ],
    smallPrint: ['You get this message at most once a day for each person who views your portal.'],
  }),
}
