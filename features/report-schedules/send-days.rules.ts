import { addDays, type IsoDate } from '../../contract/dates.ts'

export const rhythms = ['weekly', 'monthly', 'payroll-lock'] as const

/** When to send: on a weekday (1 is Monday), on a day of each month (1 to 28), or with each locked payroll run. */
export type SendDays = { rhythm: (typeof rhythms)[number]; day: number | null }

/** Every month has this day. */
export const latestDayOfMonth = 28

/** Returns the first day after `after` on which the mail is due. Null for payroll runs, whose day is unknown. */
export function nextSendDay({ rhythm, day }: SendDays, after: IsoDate): IsoDate | null {
  if (rhythm === 'payroll-lock' || day === null) return null
  const isDue = (date: IsoDate) =>
    rhythm === 'weekly' ? weekdayOf(date) === day % 7 : Number(date.slice(8, 10)) === day
  let date = addDays(after, 1)
  while (!isDue(date)) date = addDays(date, 1)
  return date
}

/** Returns 0 for Sunday to 6 for Saturday. */
const weekdayOf = (date: IsoDate) => new Date(`${date}T00:00:00Z`).getUTCDay()
