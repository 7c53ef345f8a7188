export const hubMessages = {
  waiting: 'Please wait while we take you there...',
} as const
