import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { employerCall } from '../../contract/employer-call.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { scheduleMessages as say } from './report-schedules.messages.ts'
import { latestDayOfMonth, rhythms } from './send-days.rules.ts'

const scheduledReports = ['payroll', 'provider', 'life-events'] as const
export type ScheduledReport = (typeof scheduledReports)[number]

export const mostSchedules = 20

export const scheduleExists = refusal('schedule-exists', 409, say.exists)
export const tooManySchedules = refusal('too-many-schedules', 409, say.tooMany(mostSchedules))

const fields = {
  report: z.enum(scheduledReports),
  /** Filter and format of the report, as the query of a URL. */
  query: z
    .string()
    .max(1000)
    .regex(/^[\w*.%+=&-]*$/),
  rhythm: z.enum(rhythms),
  /** Weekday (1 is Monday) or day of the month; null after a payroll run is locked. */
  day: z.number().int().min(1).max(latestDayOfMonth).nullable(),
}

const newSchedule = z
  .strictObject(fields)
  .refine(
    ({ rhythm, day }) =>
      rhythm === 'payroll-lock' ? day === null : day !== null && (rhythm === 'monthly' || day <= 7),
    { path: ['day'], error: say.wrongDay },
  )
  .refine(({ report, rhythm }) => rhythm !== 'payroll-lock' || report === 'payroll', {
    path: ['rhythm'],
    error: say.noLock,
  })
export type NewSchedule = z.output<typeof newSchedule>

const schedule = z.object({
  ...fields,
  scheduleId: z.uuid(),
  paused: z.boolean(),
  /** Day of the next mail; null when it follows a payroll run. */
  nextOn: isoDate.nullable(),
})
export type Schedule = z.output<typeof schedule>

const oneSchedule = { ...employerCall, params: z.object({ id: z.uuid(), scheduleId: z.uuid() }) }

/** Returns the reports that the caller gets by mail link, the oldest first. */
export const listSchedules = endpoint('GET', 'v2/client/{id}/report-schedules', {
  ...employerCall,
  reply: z.array(schedule),
})

/** Schedules a mail to the caller with a link to a report. */
export const addSchedule = endpoint('POST', 'v2/client/{id}/report-schedules', {
  inView: 'never',
  ...employerCall,
  body: newSchedule,
  reply: schedule,
  status: 201,
  refuses: [scheduleExists, tooManySchedules],
  audit: 'report-schedule.added',
})

/** Pauses or continues a schedule of the caller. Mails due during the pause are not sent later. */
export const pauseSchedule = endpoint('PATCH', 'v2/client/{id}/report-schedules/{scheduleId}', {
  inView: 'never',
  ...oneSchedule,
  body: z.strictObject({ paused: z.boolean() }),
  reply: schedule,
  refuses: [notFound],
  audit: 'report-schedule.changed',
})

/** Stops a schedule of the caller. */
export const stopSchedule = endpoint('DELETE', 'v2/client/{id}/report-schedules/{scheduleId}', {
  inView: 'never',
  ...oneSchedule,
  reply: z.object({ status: z.literal('ok') }),
  refuses: [notFound],
  audit: 'report-schedule.stopped',
})
