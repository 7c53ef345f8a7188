export const formErrorMessages = {
  correct: 'Please correct the errors highlighted below',
  reviewPage: 'Please review the page, some details are incorrect or missing',
  review: 'Please review the form',
} as const
