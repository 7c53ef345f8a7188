import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { withEveryDay, loginsBy } from './logins.rules.ts'

const day = (date: string, count: number) => ({ date: isoDate.parse(date), count })
const today = isoDate.parse('2026-11-23')

it('every day from the first day with logins to today is listed', () => {
  expect(withEveryDay([day('2026-10-24', 3), day('2026-10-26', 5)], isoDate.parse('2026-10-27'))).toEqual([
    day('2026-10-24', 3),
    day('2026-10-25', 0),
    day('2026-10-26', 5),
    day('2026-10-27', 0),
  ])
  expect(withEveryDay([], today)).toEqual([])
})

it('logins are added up for the last thirteen weeks, which start on Monday, and the last twelve months', () => {
  const days = withEveryDay(
    [day('2025-11-24', 1), day('2026-11-01', 2), day('2026-11-22', 4), day('2026-11-23', 8)],
    today,
  )
  expect(loginsBy('days', days)).toHaveLength(30)
  expect(loginsBy('days', days).at(-2)).toEqual({ from: '2026-11-22', count: 4 })
  const weeks = loginsBy('weeks', days)
  expect([weeks.length, weeks.at(-1), weeks.at(-2)]).toEqual([
    13,
    { from: '2026-11-23', count: 8 },
    { from: '2026-11-16', count: 4 },
  ])
  const months = loginsBy('months', days)
  expect([months.length, months[0]?.from, months.at(-1)]).toEqual([12, '2025-12-01', { from: '2026-11-01', count: 14 }])
})
