import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { firstDayAfterLeaving, joinedAfter } from './leaving.rules.ts'

const day = (date: string) => isoDate.parse(date)
const fact = (name: string, value: string | null, from: string) => ({ fact: name, value, effectiveFrom: day(from) })

it('a person has left from the day after the last day, and is employed again if that day is removed', () => {
  const lastDay = fact('end-date', '2028-02-28', '2028-01-10')
  expect(firstDayAfterLeaving([lastDay])).toBe('2028-02-29')
  expect(firstDayAfterLeaving([fact('end-date', '2028-12-31', '2028-01-10')])).toBe('2029-01-01')
  expect(firstDayAfterLeaving([lastDay, fact('end-date', null, '2028-01-20')])).toBeNull()
  expect(firstDayAfterLeaving([fact('status', 'left', '2028-03-01')])).toBe('2028-03-01')
  expect(firstDayAfterLeaving([])).toBeNull()
})

it.each([
  ['the day on which they were gone', '2026-11-21', true],
  ['a day later', '2026-11-22', true],
  ['their last day', '2026-11-20', false],
])('the portal recognises whether a person whose employment starts %s is a joiner', (_, start, joined) => {
  const facts = [fact('start-date', '2019-03-04', '2019-03-04'), fact('start-date', start, '2026-12-01')]
  expect(joinedAfter(facts, day('2026-11-21'))).toBe(joined)
})
