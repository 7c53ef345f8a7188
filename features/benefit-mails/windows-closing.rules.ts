import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { PersonWindow } from '../../domain/windows/windows.rules.ts'

/** Default of the scheme's setting. */
const REMIND_DAYS = 7

/** Not on the window's first day. `remindDays` 0 switches reminders off. */
export function isReminderDue(
  { opensOn, closesOn, remindDays = REMIND_DAYS }: Pick<PersonWindow, 'opensOn' | 'closesOn' | 'remindDays'>,
  today: IsoDate,
): boolean {
  return remindDays > 0 && opensOn < today && today <= closesOn && closesOn <= addDays(today, remindDays)
}
