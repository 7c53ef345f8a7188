import { daysBetween, type IsoDate } from '../../contract/dates.ts'

/** Days before cover ends by a condition when people are notified, largest first. */
export const noticeDays = [60, 14] as const

/** Returns all notices due by now, so that one late mail covers both. */
export function noticesDue({ lastDay, today }: { lastDay: IsoDate; today: IsoDate }): number[] {
  return noticeDays.filter((days) => daysBetween(today, lastDay) + 1 <= days)
}
