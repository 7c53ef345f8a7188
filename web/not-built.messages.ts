/** What stands where a panel will be. */
export const notBuiltMessages = {
  title: 'Not built yet',
  panel: 'This part of the portal has not been built yet.',
} as const
