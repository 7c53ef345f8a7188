import { z } from 'zod'

/** In code points; longer passwords are never hashed (S-09, S-16). */
const LONGEST_PASSWORD = 256

/** A password as typed: never trimmed, measured in code points of the composed form (NFC). */
export const passwordInput = z
  .string()
  .refine(isNotTooLong, 'Please give at most 256 characters')
  .meta({ maxLength: LONGEST_PASSWORD })

/** Returns the code points of the composed form (NFC), in which passwords are compared. */
export function passwordLength(password: string): number {
  return Array.from(password.normalize('NFC')).length
}

function isNotTooLong(password: string): boolean {
  // The first bound avoids normalising megabytes: a composed letter has few parts.
  return password.length <= 16 * LONGEST_PASSWORD && passwordLength(password) <= LONGEST_PASSWORD
}
