import { errorMessages } from '../contract/messages.ts'

export const lostAnswerMessages = {
  lost: `${errorMessages.network}. The connection is lost.`,
  unknown: (whether: string) => `We do not know whether ${whether}.`,
  check: 'Check what was saved',
  checking: 'Checking...',
  checkFailed: 'The server did not answer. Please check again in a moment.',
  nothingLost: 'Nothing you entered is lost. Please try again.',
} as const
