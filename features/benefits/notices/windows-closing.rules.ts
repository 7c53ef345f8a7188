import { addDays, type IsoDate } from '../../../contract/dates.ts'
import type { PersonWindow } from '../windows/windows.rules.ts'

/** Days before a window closes on which people are reminded, unless the scheme sets another number. */
const REMIND_DAYS = 7

/** Whether it is time to remind of a window: near its end, and not on the day it opens. A window of no such days has none. */
export function isReminderDue(
  { opensOn, closesOn, remindDays = REMIND_DAYS }: Pick<PersonWindow, 'opensOn' | 'closesOn' | 'remindDays'>,
  today: IsoDate,
): boolean {
  return remindDays > 0 && opensOn < today && today <= closesOn && closesOn <= addDays(today, remindDays)
}
