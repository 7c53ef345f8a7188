/** Words of the panel in which people change their password. */
export const changePasswordMessages = {
  title: 'Change password',
  current: 'Current password',
  saving: 'Saving...',
  otherSessions: 'Wherever else you are logged in, you will be logged out.',
} as const
