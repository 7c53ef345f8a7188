import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { PersonWindow } from '../../domain/windows/windows.rules.ts'

const REMIND_DAYS = 7

/** Returns true in the last `remindDays` days of a window, except on its first day. 0 switches reminders off. */
export function isReminderDue(
  { opensOn, closesOn, remindDays = REMIND_DAYS }: Pick<PersonWindow, 'opensOn' | 'closesOn' | 'remindDays'>,
  today: IsoDate,
): boolean {
  return remindDays > 0 && opensOn < today && today <= closesOn && closesOn <= addDays(today, remindDays)
}
