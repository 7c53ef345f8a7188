export const magicLinkMessages = {
  codeNeeded: 'Please enter the code from your authenticator app as well',
  noPassword:
    'You log in through your organisation and have no password here, so we cannot confirm that it is you. The support team can help',
  cannotBeViewed: 'You cannot view the portal as this person',
} as const
