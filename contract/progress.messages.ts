/** The steps on the way in, by their keys in the message catalogue (Annex D): choosing a password and activating share them. */
export const progressMessages = {
  label: 'Progress',
  verify: 'Verify',
  twoFactor: '2FA',
} as const
