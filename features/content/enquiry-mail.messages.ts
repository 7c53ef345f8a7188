import type { MailKind } from '../../contract/mail-kind.ts'

export type EnquiryMail = {
  senderName: string
  senderEmail: string
  company: string
  subject: string
  comments: string
}

export const newEnquiryMail: MailKind<EnquiryMail> = {
  name: 'new-enquiry',
  write: ({ senderName, senderEmail, company, subject, comments }, { brand }) => ({
    subject: `${brand}: ${subject}`,
    greeting: `${senderName} of ${company} has written to you from the contact page.`,
    paragraphs: [comments],
    smallPrint: [`Replies to this message go to ${senderEmail}.`],
    replyTo: { name: senderName, address: senderEmail },
  }),
}
