export const captchaMessages = {
  label: 'I am not a robot',
  checking: 'Checking...',
  confirmed: 'Confirmed',
  external: 'Another company runs this check and may set cookies',
  away: 'The check cannot be loaded. Try to continue without it, or see whether your browser blocks it',
  failed: 'The check failed. Please tick the box again',
} as const
