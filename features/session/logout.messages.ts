export const logoutIdleMessages = {
  idle: 'You were logged out because you had not used the portal for a while. This protects your data.',
} as const
