import { z } from 'zod'

/** Code points; more of them never reach the hash (S-09, S-16). */
const LONGEST_PASSWORD = 256

/** A password as it was typed: never trimmed, counted as a person counts, in Unicode's composed form. */
export const typedPassword = z
  .string()
  .refine(isNotTooLong, 'Please give at most 256 characters')
  .meta({ maxLength: LONGEST_PASSWORD })

/** Code points of the composed form, in which passwords are compared. */
export function passwordLength(password: string): number {
  return Array.from(password.normalize('NFC')).length
}

function isNotTooLong(password: string): boolean {
  // The first bound keeps megabytes from being composed and counted: a composed letter has few parts.
  return password.length <= 16 * LONGEST_PASSWORD && passwordLength(password) <= LONGEST_PASSWORD
}
