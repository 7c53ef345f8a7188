import { crumbMessages } from '../../contract/screen.messages.ts'

export const faqsMessages = {
  title: crumbMessages.faqs,
  lead: 'Answers to what people ask most.',
  empty: 'No FAQs available',
  loading: 'Loading questions and answers',
} as const
