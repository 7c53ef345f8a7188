/** What stands where a screen or a panel will be. */
export const notBuiltMessages = {
  title: 'Not built yet',
  text: 'This part of the portal has not been built yet. Nothing here is broken, and nothing you have chosen is affected.',
  code: 'Your account asks for a two-factor code, and the screen for it has not been built yet, so you cannot log in here today.',
  back: 'Back to login',
  panel: 'This part of the portal has not been built yet.',
} as const
