import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { fillMissingDays, groupLoginsByPeriod } from './logins.rules.ts'

const day = (date: string, count: number) => ({ date: isoDate.parse(date), count })
const today = isoDate.parse('2026-11-23')
const window = { opensOn: isoDate.parse('2026-10-25'), closesOn: isoDate.parse('2026-10-26') }

it('every day from the first day with logins to today is listed', () => {
  const days = [day('2026-10-24', 3), day('2026-10-26', 5)]
  expect(fillMissingDays({ days, windows: [window], today: isoDate.parse('2026-10-27') })).toEqual([
    { ...day('2026-10-24', 3), windowOpen: false },
    { ...day('2026-10-25', 0), windowOpen: true },
    { ...day('2026-10-26', 5), windowOpen: true },
    { ...day('2026-10-27', 0), windowOpen: false },
  ])
  expect(fillMissingDays({ days: [], windows: [window], today })).toEqual([])
})

it('logins are added up for the last thirteen weeks, which start on Monday, and the last twelve months', () => {
  const days = fillMissingDays({
    days: [day('2025-11-24', 1), day('2026-11-01', 2), day('2026-11-22', 4), day('2026-11-23', 8)],
    windows: [window],
    today,
  })
  expect(groupLoginsByPeriod('days', days)).toHaveLength(30)
  expect(groupLoginsByPeriod('days', days).at(-2)).toEqual({ from: '2026-11-22', count: 4, windowOpen: false })
  const weeks = groupLoginsByPeriod('weeks', days)
  expect([weeks.length, weeks.at(-1), weeks.at(-2)]).toEqual([
    13,
    { from: '2026-11-23', count: 8, windowOpen: false },
    { from: '2026-11-16', count: 4, windowOpen: false },
  ])
  expect(weeks.filter(({ windowOpen }) => windowOpen).map(({ from }) => from)).toEqual(['2026-10-19', '2026-10-26'])
  const months = groupLoginsByPeriod('months', days)
  expect([months.length, months[0]?.from, months.at(-1)]).toEqual([
    12,
    '2025-12-01',
    { from: '2026-11-01', count: 14, windowOpen: false },
  ])
  expect(months.at(-2)?.windowOpen).toBe(true)
})
