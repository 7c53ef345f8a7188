import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { DayOfLogins } from './engagement.contract.ts'

/** Every day from the first that is counted to today, those without a login too. */
export function everyDay(days: readonly DayOfLogins[], today: IsoDate): DayOfLogins[] {
  const counts = new Map(days.map(({ date, count }) => [date, count]))
  const all: DayOfLogins[] = []
  const first = days[0]?.date
  for (let date = first; date && date <= today; date = addDays(date, 1))
    all.push({ date, count: counts.get(date) ?? 0 })
  return all
}

/** How logins are shown: each day of the last month, each week of the last quarter of a year, each month of the last year. */
export const spans = ['days', 'weeks', 'months'] as const
export type Span = (typeof spans)[number]

/** What is counted together, by its first day. */
export type LoginsFrom = { from: IsoDate; count: number }

const shown: Record<Span, number> = { days: 30, weeks: 13, months: 12 }

/** The newest of the logins by day, week or month; a week begins on Monday, and the last one may not be over yet. */
export function loginsBy(span: Span, days: readonly DayOfLogins[]): LoginsFrom[] {
  const together = new Map<IsoDate, number>()
  for (const { date, count } of days) {
    const from = startOf(span, date)
    together.set(from, (together.get(from) ?? 0) + count)
  }
  return Array.from(together, ([from, count]) => ({ from, count })).slice(-shown[span])
}

function startOf(span: Span, date: IsoDate): IsoDate {
  switch (span) {
    case 'days':
      return date
    case 'weeks':
      return mondayOf(date)
    case 'months':
      // A date cut to its month and given the first day is one.
      return `${date.slice(0, 7)}-01` as IsoDate
  }
}

/** Not by `addDays`, which would come to every page for this. */
function mondayOf(date: IsoDate): IsoDate {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  // The first ten characters of an ISO moment are an IsoDate.
  return day.toISOString().slice(0, 10) as IsoDate
}
