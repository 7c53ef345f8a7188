import { buttonMessages, termsStep } from '../../contract/messages.ts'
import { progressMessages } from '../../contract/progress.messages.ts'
import { loginMessages } from '../../services/session/session.messages.ts'

export const setUpMessages = {
  title: 'Enable two factor authentication',
  enabled: 'Two factor authentication has been enabled',
  enterCode: 'Enter the code',
  close: buttonMessages.close,
  loading: 'Loading the QR code',
  lead: 'Scan this QR code with an authenticator app on your phone.',
  qrLabel: 'QR code for your authenticator app',
  cannotScan: 'If you cannot scan it, enter this key in your app:',
  openApp: 'Open an authenticator app on this device',
  firstPass: 'Enter the code that your app shows now.',
  secondPass: 'Almost done: wait until your app shows the next code, then enter that one.',
  progress: 'Activation steps',
  steps: [progressMessages.verify, loginMessages.passwordLabel, progressMessages.twoFactor, termsStep],
} as const
