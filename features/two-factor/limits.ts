/** Limits and lifetimes of two-factor authentication, shared by code and tests (security.md S-21, S-22). */
const MINUTE = 60_000

export const twoFactorLimits = {
  /** Codes of one person that are checked per hour, in all places together. */
  codesPerHour: 10,
  /** How long a signed-in person may take to set up with one QR code. */
  setUpMs: 10 * MINUTE,
  recoveryCodes: 10,
  /** Per recovery code. */
  recoveryCodeBits: 120,
} as const
