import type { IsoDate } from '../../../contract/dates.ts'

/** Age in whole years, reached at the start of the birthday (Family Law Reform Act 1969, s 9); 29 February on 1 March. */
export function ageOn(dateOfBirth: IsoDate, date: IsoDate): number {
  const years = Number(date.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return date.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** The same day of another year; 1 March for 29 February where there is none. */
export function sameDayOf(date: IsoDate, year: number): IsoDate {
  // The first ten characters of an ISO moment are an IsoDate.
  return new Date(Date.UTC(year, Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))))
    .toISOString()
    .slice(0, 10) as IsoDate
}

/** The last anniversary of a day that has been reached on another; the day itself in its first year. */
export function lastAnniversary(day: IsoDate, on: IsoDate): IsoDate {
  const year = Number(on.slice(0, 4))
  const thisYear = sameDayOf(day, year)
  const last = thisYear <= on ? thisYear : sameDayOf(day, year - 1)
  return last < day ? day : last
}
