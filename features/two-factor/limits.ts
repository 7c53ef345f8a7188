/** Budgets and lifetimes of two-factor authentication; code and tests load the same figures (security.md S-21, S-22). */
const MINUTE = 60_000

export const twoFactorLimits = {
  /** Codes of one person that are looked at within an hour, wherever they are asked for. */
  codesPerHour: 10,
  /** How long a signed-in person may take to set it up with one QR code. */
  setUpMs: 10 * MINUTE,
  recoveryCodes: 10,
  /** Of each recovery code. */
  recoveryCodeBits: 120,
} as const
