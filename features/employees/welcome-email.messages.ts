export const welcomeMessages = {
  resend: 'Resend welcome email',
  resending: 'Sending...',
  resent: 'Welcome email sent',
  nothingToActivate: 'There is no account to activate any more: they have registered, or their account was closed.',
  hasLeft: 'They have left and can no longer register.',
  comesInOtherwise: 'Your people log in through your organisation, and have no account to activate.',
  enough: 'They have been sent three welcome emails within a day. Please try again tomorrow.',
} as const
