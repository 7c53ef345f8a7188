/** Sentences of the panels in which people manage two-factor authentication. */
export const ownMessages = {
  enforced: 'Two factor authentication is required here and cannot be disabled',
  alreadyOff: 'Two factor authentication is disabled already',
  currentCode: 'Please enter a code from the app that you use now',
  reasonPrompt: 'Please enter the reason that you are disabling this feature',
  reasonRequired: 'Please enter the reason two factor authentication is being disabled',
  disabled: 'Two factor authentication has been disabled',
  disable: 'Disable',
  disableTitle: 'Disable two factor authentication',
  recoveryTitle: 'Recovery codes',
  recoveryAsk: 'Enter a code from your app to make new recovery codes. Codes that were made earlier then work no more.',
  recoveryKeep:
    'Keep these codes in a safe place. Each lets you in once when you do not have your phone. They are shown only now.',
  recoveryList: 'Your recovery codes',
  download: 'Download',
  print: 'Print',
  fileName: 'recovery-codes.txt',
  reason: 'Reason',
  otherSessions: 'Wherever else you are logged in, you will be logged out.',
} as const
