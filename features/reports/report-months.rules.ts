import { addDays, type IsoDate, londonDate } from '../../contract/dates.ts'

export type Month = { first: IsoDate; last: IsoDate }

export function completedMonths({ since, today }: { since: IsoDate; today: IsoDate }): Month[] {
  const months: Month[] = []
  for (let first = firstOf(since); first < firstOf(today);) {
    const next = firstOf(addDays(first, 31))
    months.push({ first, last: addDays(next, -1) })
    first = next
  }
  return months
}

/** The time is that of the provider's previous report; null if there was none. */
export type ReportPeriod = { months: readonly [Month, ...Month[]]; previousReportAt: string | null }

/** Undefined if an earlier report included the change. */
export function reportingMonth({ months, previousReportAt }: ReportPeriod, recordedAt: string): Month | undefined {
  if (previousReportAt !== null && Date.parse(recordedAt) < Date.parse(previousReportAt)) return undefined
  const day = londonDate(new Date(recordedAt))
  if (day < months[0].first) return undefined
  return months.find(({ last }) => day <= last) ?? months.at(-1)
}

export const dayMs = 86_400_000

/** True for the day before the previous report: transactions of that day may have committed after the report. */
export function isWithinDayBefore({ previousReportAt }: ReportPeriod, recordedAt: string): boolean {
  if (previousReportAt === null) return false
  const before = Date.parse(previousReportAt) - Date.parse(recordedAt)
  return before > 0 && before <= dayMs
}

export function isInMonth({ first, last }: Month, day: IsoDate): boolean {
  return first <= day && day <= last
}

function firstOf(day: IsoDate): IsoDate {
  // A first of the month has the form of an IsoDate.
  return `${day.slice(0, 7)}-01` as IsoDate
}
