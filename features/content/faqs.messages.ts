import { breadcrumbMessages } from '../../contract/screen.messages.ts'

export const faqsMessages = {
  title: breadcrumbMessages.faqs,
  lead: 'Answers to the most common questions.',
  empty: 'No FAQs available',
  loading: 'Loading questions and answers',
} as const
