import { londonDate, showDate } from '../../contract/dates.ts'

const londonTime = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })

/** Includes the time, because a client may upload several files on one day. */
export function showDateTime(moment: string): string {
  const at = new Date(moment)
  return `${showDate(londonDate(at))}, ${londonTime.format(at)}`
}
