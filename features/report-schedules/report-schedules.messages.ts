const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

type SendDays = { rhythm: 'weekly' | 'monthly' | 'payroll-lock'; day: number | null }

export const scheduleMessages = {
  title: 'Scheduled reports',
  lead: 'Each email goes only to you. It holds a link, and none of the report’s data.',
  tooMany: (most: number) => `You can schedule up to ${most} reports. Stop one first`,
  wrongDay: 'Choose a day',
  weekdays,
  when: ({ rhythm, day }: SendDays) =>
    rhythm === 'payroll-lock'
      ? 'When a payroll run is locked'
      : rhythm === 'weekly'
        ? `Every ${weekdays[(day ?? 1) - 1]}`
        : `On day ${day} of each month`,
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
  rhythms: { weekly: 'Every week', monthly: 'Every month', 'payroll-lock': 'When a payroll run is locked' },
  weekday: 'Weekday',
  dayOfMonth: 'Day of the month',
  dayHint: 'From 1 to 28, because every month has these days',
  list: 'Your schedules',
  next: (date: string) => `Next email on ${date}`,
  nextRun: 'Next email after the next locked run',
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
  noneYet: 'Open a report, choose its filter and format, then choose Schedule.',
  gone: 'This schedule has stopped. You can open the report on this page',
} as const
