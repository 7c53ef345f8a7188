/** What stands where a screen or a panel will be. */
export const notBuiltMessages = {
  title: 'Not built yet',
  text: 'This part of the portal has not been built yet. Nothing here is broken, and nothing you have chosen is affected.',
  back: 'Back to login',
  panel: 'This part of the portal has not been built yet.',
} as const
