import { expect, it } from 'vitest'
import { isoDate } from '../../../contract/dates.ts'
import { goneFrom, joinedAfter, lastGoneFrom } from './leaving.rules.ts'

const day = (date: string) => isoDate.parse(date)
const fact = (name: string, value: string | null, from: string) => ({ fact: name, value, effectiveFrom: day(from) })

it('counts somebody as gone from the day after the last, and as there where it was taken back', () => {
  const lastDay = fact('end-date', '2028-02-28', '2028-01-10')
  expect(goneFrom([lastDay])).toBe('2028-02-29')
  expect(goneFrom([fact('end-date', '2028-12-31', '2028-01-10')])).toBe('2029-01-01')
  expect(goneFrom([lastDay, fact('end-date', null, '2028-01-20')])).toBeNull()
  expect(goneFrom([fact('status', 'left', '2028-03-01')])).toBe('2028-03-01')
  expect(goneFrom([])).toBeNull()
})

it('remembers the last day that was told when somebody is there again', () => {
  const lastDay = fact('end-date', '2028-02-28', '2028-01-10')
  const there = [fact('end-date', null, '2028-04-03'), fact('status', 'active', '2028-04-03')]
  expect(lastGoneFrom([lastDay, ...there])).toBe('2028-02-29')
  expect(lastGoneFrom([fact('status', 'left', '2028-03-01'), ...there])).toBe('2028-03-01')
  expect(lastGoneFrom(there)).toBeNull()
})

it.each([
  ['the day on which they were gone', '2026-11-21', true],
  ['a day later', '2026-11-22', true],
  ['their last day', '2026-11-20', false],
])('takes whoever is employed from %s for a joiner or not', (_, start, joined) => {
  const facts = [fact('start-date', '2019-03-04', '2019-03-04'), fact('start-date', start, '2026-12-01')]
  expect(joinedAfter(facts, day('2026-11-21'))).toBe(joined)
})
