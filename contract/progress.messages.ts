export const progressMessages = {
  label: 'Progress',
  verify: 'Verify',
  twoFactor: '2FA',
} as const
