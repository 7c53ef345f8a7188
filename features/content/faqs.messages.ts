import { breadcrumbMessages } from '../../contract/screen.messages.ts'

export const faqsMessages = {
  title: breadcrumbMessages.faqs,
  lead: 'Answers to what people ask most.',
  empty: 'No FAQs available',
  loading: 'Loading questions and answers',
} as const
