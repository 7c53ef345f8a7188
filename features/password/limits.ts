/** Budgets of choosing a password; code and tests load the same figures (security.md S-15, FORM-38). */
export const passwordLimits = {
  /** The one in use and those before it that may not be chosen again. */
  previousPasswords: 5,
  checksPerMinute: 60,
  /** With the password in use and former ones, an account; as many as a sign-in allows: five, then locked for 15 minutes. */
  comparisonsPerHour: 20,
} as const
