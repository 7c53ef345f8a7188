export const logoutIdleMessages = {
  idle: 'You were logged out because you had not used the portal for a while. This protects your data.',
} as const

export const logoutViewMessages = {
  working: 'Ending the view...',
  ended: 'You have ended the view',
  close: 'You can close this tab. Your own login has not changed.',
  toOwn: 'Go to your own account',
} as const
