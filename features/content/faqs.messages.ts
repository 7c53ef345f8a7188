import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

export const faqsMessages = {
  title: breadcrumbMessages.faqs,
  lead: 'Answers to the most common questions.',
  empty: 'No FAQs available',
  loading: 'Loading questions and answers',
} as const
