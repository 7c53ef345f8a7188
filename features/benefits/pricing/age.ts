import type { IsoDate } from '../../../contract/dates.ts'

/**
 * Whole years of age on a date. An age is reached at the start of the birthday (Family Law Reform Act 1969, section 9);
 * whoever was born on 29 February reaches it on 1 March in other years.
 */
export function ageOn(dateOfBirth: IsoDate, date: IsoDate): number {
  const years = Number(date.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return date.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}
