/** What the question whether to stay says of an answer that did not arrive. */
export const stayMessages = {
  failed: 'We could not keep you logged in. Please try again.',
} as const
