export const welcomeMessages = {
  title: 'Welcome email',
  resend: 'Resend welcome email',
  resending: 'Sending...',
  resent: 'Welcome email sent',
  nothingToActivate: 'There is no account to activate any more: they have registered, or their account was closed.',
  hasLeft: 'They have left and can no longer register.',
  comesInOtherwise: 'Your people log in through your organisation, and have no account to activate.',
  enough: 'They have been sent three welcome emails within a day. Please try again tomorrow.',
  one: (name: string) => `${name} has not registered yet. You can email them a new link to activate their account.`,
} as const
