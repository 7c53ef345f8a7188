const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

type SendDays = { rhythm: 'weekly' | 'monthly' | 'payroll-lock'; day: number | null }

const afterLock = 'The day after a payroll run is locked'

export const scheduleMessages = {
  title: 'Scheduled reports',
  lead: 'Each email goes only to you. It contains a link, and none of the report’s data.',
  tooMany: (most: number) => `You can schedule up to ${most} reports. Stop one first`,
  exists: 'You have already scheduled this report in this way',
  wrongDay: 'Choose a day',
  noLock: 'Locking a payroll run makes only payroll reports',
  weekdays,
  when: ({ rhythm, day }: SendDays) =>
    rhythm === 'payroll-lock'
      ? afterLock
      : rhythm === 'weekly'
        ? `Every ${weekdays[(day ?? 1) - 1]}`
        : `On the ${ordinal(day ?? 1)} of each month`,
  reports: {
    payroll: 'Payroll reports',
    provider: 'Provider reports',
    'life-events': 'Life-event report',
  },
  everything: 'No filter',
  newSchedule: (report: string) => `Schedule: ${report}`,
  schedule: 'Schedule',
  scheduling: 'Scheduling...',
  scheduled: (when: string) => `Scheduled: ${when}`,
  rhythm: 'How often',
  rhythms: { weekly: 'Every week', monthly: 'Every month', 'payroll-lock': afterLock },
  weekday: 'Weekday',
  dayOfMonth: 'Day of the month',
  dayHint: 'From 1 to 28, because every month has these days',
  list: 'Your schedules',
  next: (date: string) => `Next email on ${date}`,
  nextRun: 'Next email after the next payroll run is locked',
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop this schedule',
  of: (action: string, schedule: string) => `${action}: ${schedule}`,
  askStop: 'Stop this schedule?',
  stopText: (schedule: string) => `You will get no more emails about this report. ${schedule}`,
  stopping: 'Stopping...',
  stopped: 'The schedule has stopped',
  loading: 'Loading your schedules',
  failed: 'There was an error requesting your schedules',
  none: 'No scheduled reports yet',
  noneYet: 'Open a report, choose its provider and format, then choose Schedule.',
  gone: 'This is not one of your schedules, or it has stopped',
} as const

/** Returns 1st, 2nd, 3rd, 4th, 11th, 21st and so on. */
function ordinal(day: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
  return day + ending[new Intl.PluralRules('en-GB', { type: 'ordinal' }).select(day)]
}
