export const notFoundMessages = {
  title: 'Page not found',
  text: 'Oops! The page you are looking for has been removed or relocated.',
  button: 'Back to Home',
} as const

export const breadcrumbMessages = {
  home: 'Home',
  benefits: 'My benefits',
  faqs: 'FAQs',
  dashboard: 'Employer dashboard',
} as const
