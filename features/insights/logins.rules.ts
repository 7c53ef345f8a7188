import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { LoginsOnDay } from './engagement.contract.ts'

export type LoginCount = { date: IsoDate; count: number }
export type AnnualWindow = { opensOn: IsoDate; closesOn: IsoDate }

export function fillMissingDays({
  days,
  windows,
  today,
}: {
  days: readonly LoginCount[]
  windows: readonly AnnualWindow[]
  today: IsoDate
}): LoginsOnDay[] {
  const counts = new Map(days.map(({ date, count }) => [date, count]))
  const all: LoginsOnDay[] = []
  const first = days[0]?.date
  for (let date = first; date && date <= today; date = addDays(date, 1))
    all.push({
      date,
      count: counts.get(date) ?? 0,
      windowOpen: windows.some(({ opensOn, closesOn }) => opensOn <= date && date <= closesOn),
    })
  return all
}

export const loginPeriods = ['days', 'weeks', 'months'] as const
export type LoginPeriod = (typeof loginPeriods)[number]

export type LoginsInPeriod = { from: IsoDate; count: number; windowOpen: boolean }

const shown: Record<LoginPeriod, number> = { days: 30, weeks: 13, months: 12 }

export function groupLoginsByPeriod(span: LoginPeriod, days: readonly LoginsOnDay[]): LoginsInPeriod[] {
  const periods = new Map<IsoDate, LoginsInPeriod>()
  for (const { date, count, windowOpen } of days) {
    const from = startOf(span, date)
    const period = periods.get(from)
    periods.set(from, {
      from,
      count: count + (period?.count ?? 0),
      windowOpen: windowOpen || period?.windowOpen === true,
    })
  }
  return [...periods.values()].slice(-shown[span])
}

function startOf(span: LoginPeriod, date: IsoDate): IsoDate {
  switch (span) {
    case 'days':
      return date
    case 'weeks':
      return mondayOf(date)
    case 'months':
      // The first day of the date's month is a valid date.
      return `${date.slice(0, 7)}-01` as IsoDate
  }
}

/** Avoids `addDays`, which would then be in every page's bundle. */
function mondayOf(date: IsoDate): IsoDate {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  // The first ten characters of an ISO time are an IsoDate.
  return day.toISOString().slice(0, 10) as IsoDate
}
