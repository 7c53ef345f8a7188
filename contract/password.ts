import { z } from 'zod'

/** Counted in code points. Longer passwords are never hashed (S-09, S-16). */
const LONGEST_PASSWORD = 256

/** A password as typed, never trimmed. Its length is counted after NFC normalisation. */
export const passwordInput = z
  .string()
  .refine(isNotTooLong, 'Please give at most 256 characters')
  .meta({ maxLength: LONGEST_PASSWORD })

export function passwordLength(password: string): number {
  return Array.from(password.normalize('NFC')).length
}

function isNotTooLong(password: string): boolean {
  // Checks the raw length first, because normalising megabytes of text would be slow.
  return password.length <= 16 * LONGEST_PASSWORD && passwordLength(password) <= LONGEST_PASSWORD
}
