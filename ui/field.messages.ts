/** Words that stand in the fields themselves; those of the login page among them, so nothing else stands here. */
export const fieldMessages = {
  optional: '(optional)',
  show: 'Show',
  showPassword: 'Show password',
  hide: 'Hide',
  hidePassword: 'Hide password',
} as const
