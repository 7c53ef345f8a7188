/** Sentences of the screens beyond the login that several areas share. */
export const notFoundMessages = {
  title: 'Page not found',
  text: 'Oops! The page you are looking for has been removed or relocated.',
  button: 'Back to Home',
} as const

/** Screens that others name on the way back to them. */
export const crumbMessages = {
  home: 'Home',
  benefits: 'My benefits',
  faqs: 'FAQs',
  dashboard: 'Employer dashboard',
} as const
