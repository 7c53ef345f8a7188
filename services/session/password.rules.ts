/** The password rules in their order, each with its bit (FORM-33, FORM-34). Bit 32 is unused. */
export const passwordRuleBits = {
  length: 1,
  repeat: 2,
  sequence: 4,
  common: 8,
  upper: 16,
  number: 64,
  special: 128,
  personal: 256,
  previous: 512,
} as const

export type PasswordRule = keyof typeof passwordRuleBits

/** In the order of `passwordRuleBits`. `keysOf` would make pages load one more file. */
export const passwordRules = Object.keys(passwordRuleBits) as PasswordRule[]

export const allPasswordRules = passwordRules.reduce((sum, rule) => sum + passwordRuleBits[rule], 0)

export function rulesIn(bits: number): PasswordRule[] {
  return passwordRules.filter((rule) => (bits & passwordRuleBits[rule]) !== 0)
}

/** True for a valid set of rules. It must include the length, because no scheme may allow shorter passwords (S-16). */
export function isValidRuleMask(bits: number): boolean {
  return (bits & ~allPasswordRules) === 0 && (bits & passwordRuleBits.length) !== 0
}
