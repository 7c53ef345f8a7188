export const changePasswordMessages = {
  title: 'Change password',
  current: 'Current password',
  otherSessions: 'You will be logged out everywhere else.',
} as const

export const forgotMessages = {
  title: 'Reset your password',
  lead: 'Enter your email address and we will send you a link to choose a new password.',
  submit: 'Send',
  sending: 'Sending...',
  success: {
    heading: "It's on the way...",
    text: 'If we know that email address, a link to choose a new password will reach you shortly.',
    nothing: 'No email after a few minutes? Check your spam folder, or contact us:',
  },
  back: 'Back to login',
  expired: 'Your password renewal request has expired. Please try again',
  issueReset: 'Oops... there was an issue requesting your password reset link',
  issueActivation: 'Oops... there was an issue requesting your activation link',
  validation: 'Validation failed',
  unexpected: 'An unexpected error occurred',
  network: 'Network error. Please try again.',
} as const

export const resetMessages = {
  lead: 'First, please confirm your date of birth, so that we know it is you.',
  choose: 'Now choose a new password. You will be logged out everywhere.',
  submit: 'Reset password',
  submitting: 'Saving...',
  checking: 'Checking...',
  invalid: 'Your password reset link has expired or is invalid.',
  validateFailed: 'Unable to validate reset link. Please try again.',
  another: 'Ask for another link',
  expired: 'Token has expired',
  perhapsSet: 'Your new password has probably been saved already. Please log in with it.',
  toForgotten: 'You can ask for another link in a moment.',
  failed: 'Password reset failed',
  confirmAgain: 'Please confirm your date of birth again',
} as const

export const invalidLinkHelp = 'A link works once, for 30 minutes.'

export const linkMailMessages = {
  reset: {
    subject: (brand: string) => `Choose a new password for ${brand}`,
    asked: (brand: string) => `You, or someone else, asked for a new password for ${brand}.`,
    how: 'The link works once, for 30 minutes. We will ask for your date of birth.',
    button: 'Choose a new password',
    notYou: 'If it was not you, you do not need to do anything: your password stays as it is.',
  },
  activation: {
    subject: (brand: string) => `Activate your account of ${brand}`,
    welcome: (brand: string) => `Your employer has opened an account for you at ${brand}.`,
    how: 'The link works once, for 14 days. We will ask for your date of birth, and you choose a password.',
    button: 'Activate your account',
    notYou: 'If you do not know what this is about, you do not need to do anything.',
  },
  changed: {
    subject: (brand: string) => `Your password for ${brand} has been changed`,
    what: (brand: string) =>
      `Your password for ${brand} has just been changed. You have been logged out everywhere else.`,
    notYou: 'If it was not you, choose a new password at once, and tell us.',
    button: 'Choose a new password',
  },
} as const
