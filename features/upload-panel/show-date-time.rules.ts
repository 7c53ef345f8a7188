import { londonDate, showDate, showShortDate } from '../../contract/dates.ts'

const londonTime = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })

/** Includes the time, because a client may upload several files on one day. */
export function showDateTime(moment: string, showDay = showDate): string {
  const at = new Date(moment)
  return `${showDay(londonDate(at))}, ${londonTime.format(at)}`
}

export const showShortDateTime = (moment: string): string => showDateTime(moment, showShortDate)
