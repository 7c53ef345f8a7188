export const stayMessages = {
  failed: 'We could not keep you logged in. Please try again.',
} as const
