/** Part of the login page's bundle, which must stay small. */
export const fieldMessages = {
  optional: '(optional)',
  show: 'Show',
  showPassword: 'Show password',
  hide: 'Hide',
  hidePassword: 'Hide password',
} as const
