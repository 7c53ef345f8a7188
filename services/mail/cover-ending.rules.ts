import { daysBetween, type IsoDate } from '../../contract/dates.ts'

/** People are notified this many days before their cover ends. In descending order. */
export const noticeDays = [60, 14] as const

export function noticesDue({ lastDay, today }: { lastDay: IsoDate; today: IsoDate }): number[] {
  return noticeDays.filter((days) => daysBetween(today, lastDay) + 1 <= days)
}
