import type { IsoDate } from '../../contract/dates.ts'

/** Returns the age in whole years, reached at the start of the birthday (Family Law Reform Act 1969, s 9). */
export function ageOn(dateOfBirth: IsoDate, date: IsoDate): number {
  // Outside leap years, the birthday of people born on 29 February is 1 March.
  const years = Number(date.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return date.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** Returns the same day in another year; 1 March for 29 February outside leap years. */
export function sameDayInYear(date: IsoDate, year: number): IsoDate {
  // The first ten characters of an ISO moment are an IsoDate.
  return new Date(Date.UTC(year, Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))))
    .toISOString()
    .slice(0, 10) as IsoDate
}

export function lastAnniversary(day: IsoDate, on: IsoDate): IsoDate {
  const year = Number(on.slice(0, 4))
  const thisYear = sameDayInYear(day, year)
  const last = thisYear <= on ? thisYear : sameDayInYear(day, year - 1)
  return last < day ? day : last
}
