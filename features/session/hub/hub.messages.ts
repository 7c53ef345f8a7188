/** On the way to the provider's hub. */
export const hubMessages = {
  waiting: 'Please wait while we take you there...',
} as const
