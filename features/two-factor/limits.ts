/** S-21, S-22. */
const MINUTE = 60_000

export const twoFactorLimits = {
  /** Per person, in all places together. */
  codesPerHour: 10,
  /** For a signed-in person, with one QR code. */
  setUpMs: 10 * MINUTE,
  recoveryCodes: 10,
  recoveryCodeBits: 120,
} as const
