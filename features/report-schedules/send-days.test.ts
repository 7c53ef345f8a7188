import { expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { scheduleMessages as say } from './report-schedules.messages.ts'
import { nextSendDay, type SendDays } from './send-days.rules.ts'

it.each<[SendDays, string, string | null]>([
  // 16 November 2026 is a Monday.
  [{ rhythm: 'weekly', day: 1 }, '2026-11-16', '2026-11-23'],
  [{ rhythm: 'weekly', day: 7 }, '2026-11-16', '2026-11-22'],
  [{ rhythm: 'weekly', day: 3 }, '2026-12-30', '2027-01-06'],
  [{ rhythm: 'monthly', day: 1 }, '2026-11-30', '2026-12-01'],
  [{ rhythm: 'monthly', day: 1 }, '2026-12-01', '2027-01-01'],
  [{ rhythm: 'monthly', day: 28 }, '2027-01-31', '2027-02-28'],
  [{ rhythm: 'payroll-lock', day: null }, '2026-11-16', null],
])('%j after %s is due on %s', (days, after, due) => {
  expect(nextSendDay(days, after as IsoDate)).toBe(due)
})

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [28, '28th'],
])('day %d is the %s', (day, ordinal) => {
  expect(say.when({ rhythm: 'monthly', day })).toBe(`On the ${ordinal} of each month`)
})
