import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

export const contactMessages = {
  home: breadcrumbMessages.home,
  title: 'Contact Us',
  formLabel: 'Your message',
  phone: 'Phone:',
  subjectLabel: 'Subject',
  choose: 'Please choose',
  comments: 'Comments',
  subject: 'Please provide a subject for your message',
  from: (name: string, email: string) => `From ${name}, ${email}`,
  send: 'Send',
  sending: 'Sending...',
  loading: 'Loading the contact page',
  loadFailed: 'There was a problem loading this page',
  advice: (email: string | null, number: string | null) => {
    const ways = [email && `email ${email}`, number && `call ${number}`].filter(Boolean).join(' or ')
    return ways && `Please ${ways}.`
  },
  sent: 'Thank you, your message has been sent',
  correct: formErrorMessages.correct,
  tooMany: 'You have sent several messages in the last hour. Please try again later',
} as const
