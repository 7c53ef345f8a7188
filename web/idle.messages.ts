/** Keys are those of the message catalogue (Annex D). */
export const idleMessages = {
  title: 'Stay logged in?',
  warning: (seconds: number) => `You will be logged out soon, in ${seconds} seconds.`,
  stay: 'Stay logged in',
} as const
