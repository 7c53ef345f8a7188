/** Part of the login page's bundle, so keep it small. */
export const fieldMessages = {
  optional: '(optional)',
  show: 'Show',
  showPassword: 'Show password',
  hide: 'Hide',
  hidePassword: 'Hide password',
} as const
