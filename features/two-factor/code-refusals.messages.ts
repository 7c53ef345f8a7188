export const codeRefusals = {
  badCode: 'The code is not valid, please try again',
  ended: 'Your login was not finished in time. Please log in again',
  tooManyCodes: 'Too many codes were tried. Please try again in an hour',
  setUpChanged: 'This QR code has expired. Please start again',
} as const
