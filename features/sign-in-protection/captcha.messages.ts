export const captchaMessages = {
  label: 'I am not a robot',
  checking: 'Checking...',
  confirmed: 'Confirmed',
  external: 'Another company makes this check, and may set cookies for it',
  away: 'The check cannot be reached. Try to go on without it, or see whether your browser blocks it',
  failed: 'The check could not be made. Please tick the box again',
} as const
