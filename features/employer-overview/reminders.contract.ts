import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { employerCall } from '../../contract/employer-call.ts'
import { refusal } from '../../contract/refusals.ts'
import { reminderMessages } from './reminders.messages.ts'

export const enrolmentIsClosed = refusal('enrolment-closed', 409, reminderMessages.closed)

const reminders = z.object({
  /** Last day of the open annual window; null if none is open. */
  closesOn: isoDate.nullable(),
  /** Number of people to remind: they have registered, are employed and have not confirmed a choice. */
  waiting: z.number().int(),
  /** Number of people who have been reminded, or are about to be. */
  reminded: z.number().int(),
  /** True if there are people who would be reminded but have switched reminders off. */
  switchedOff: z.boolean(),
})
export type Reminders = z.output<typeof reminders>

/** Returns how many people an employer can remind of the open annual window. */
export const readReminders = endpoint('GET', 'v2/client/{id}/enrolment/reminders/', {
  ...employerCall,
  reply: reminders,
})

/** Reminds everyone who can choose and has not confirmed, once per window. `sent`: maximum number of people who get a mail. */
export const remindPeople = endpoint('POST', 'v2/client/{id}/enrolment/reminders/', {
  inView: 'operator',
  ...employerCall,
  reply: z.object({ sent: z.number().int() }),
  refuses: [enrolmentIsClosed],
  audit: 'enrolment.reminded',
})
