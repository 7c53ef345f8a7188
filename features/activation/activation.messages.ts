export const activationMessages = {
  loading: 'Loading your activation link',
  title: (firstName: string) => `Welcome ${firstName}, activate your account`,
  failed: 'There was an error requesting your activation',
  help: 'A link works once, for 14 days. You can ask for another one with your email address.',
  another: 'Ask for another link',
  lead: 'First, please confirm your date of birth, so that we know it is you.',
  checking: 'Checking...',
  choose: 'Now choose a password. You will log in with it from now on.',
  submit: 'Activate account',
  submitting: 'Activating...',
  activated: 'Your account is activated. Please log in with your new password',
  toForgotten: 'You can ask for another link in a moment.',
} as const
