/** Text of the idle screen if the response to staying is lost. */
export const stayMessages = {
  failed: 'We could not keep you logged in. Please try again.',
} as const
