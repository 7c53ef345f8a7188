import { buttonMessages } from '../../contract/messages.ts'

/** Sentences of two-factor authentication, by their keys in the message catalogue (Annex D). */
export const twoFactorMessages = {
  badCode: 'The code is not valid, please try again',
  ended: 'Your login was not finished in time. Please log in again',
  tooManyCodes: 'Too many codes were tried. Please try again in an hour',
  setUpChanged: 'This QR code has expired. Please start again',
  enforced: 'Two factor authentication is required here and cannot be disabled',
  alreadyOff: 'Two factor authentication is disabled already',
  currentCode: 'Please enter a code from the app that you use now',
  reasonPrompt: 'Please enter the reason that you are disabling this feature',
  reasonRequired: 'Please enter the reason two factor authentication is being disabled',
  enabled: 'Two factor authentication has been enabled',
  disabled: 'Two factor authentication has been disabled',
  enterCode: 'Enter the code',
  back: buttonMessages.back,
  close: buttonMessages.close,
  title: 'Enable two factor authentication',
} as const
