import { addDays, type IsoDate } from '../../contract/dates.ts'

/** A calendar month by its first and last day. */
export type Month = { first: IsoDate; last: IsoDate }

/** The months from that of one day on that are over on another, the earliest first. */
export function monthsOver({ since, today }: { since: IsoDate; today: IsoDate }): Month[] {
  const months: Month[] = []
  for (let first = firstOf(since); first < firstOf(today);) {
    const next = firstOf(addDays(first, 31))
    months.push({ first, last: addDays(next, -1) })
    first = next
  }
  return months
}

export function isIn({ first, last }: Month, day: IsoDate): boolean {
  return first <= day && day <= last
}

function firstOf(day: IsoDate): IsoDate {
  // Written in the form of an IsoDate.
  return `${day.slice(0, 7)}-01` as IsoDate
}
