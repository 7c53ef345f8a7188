export const welcomeMessages = {
  resend: 'Resend welcome email',
  resending: 'Sending...',
  resent: 'Welcome email sent',
  nothingToActivate: 'This employee has no account to activate: they have registered, or the account was closed.',
  hasLeft: 'This employee has left and can no longer register.',
  comesInOtherwise: 'Your people log in through your organisation, and have no account to activate.',
  enough: 'This employee has had three welcome emails within a day. Please try again tomorrow.',
} as const
