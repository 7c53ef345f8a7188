import { buttonMessages } from '../../contract/messages.ts'

export const codeEntryMessages = {
  back: buttonMessages.back,
  loginLead: 'Enter the six-digit code from your authenticator app.',
  code: 'Authentication code',
  byRecovery: 'Use a recovery code',
  recoveryCode: 'Recovery code',
  recoveryHint: 'Each of your recovery codes works once.',
  byApp: 'Use a code from my app',
} as const
