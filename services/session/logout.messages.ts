import { buttonMessages } from '../../contract/messages.ts'

export const logoutMessages = {
  working: 'Logging out...',
  failed: 'There was an error during the logout process. Please try again',
  retry: buttonMessages.retry,
  success: 'You have been logged out successfully',
  toLogin: 'Go to login',
} as const
