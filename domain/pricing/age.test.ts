import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { ageOn, lastAnniversary, sameDayInYear } from './age.ts'

it.each([
  ['1990-06-15', '2026-06-14', 35],
  ['1990-06-15', '2026-06-15', 36],
  ['1996-02-29', '2026-02-28', 29],
  ['1996-02-29', '2026-03-01', 30],
  ['1996-02-29', '2028-02-28', 31],
  ['1996-02-29', '2028-02-29', 32],
  ['2000-12-31', '2026-01-01', 25],
  ['2000-01-01', '2026-12-31', 26],
  ['2026-04-06', '2026-04-06', 0],
])('a person born on %s: on %s the age is %d', (born, on, age) => {
  expect(ageOn(isoDate.parse(born), isoDate.parse(on))).toBe(age)
})

it.each([
  ['2019-03-04', '2026-03-03', '2025-03-04'],
  ['2019-03-04', '2026-03-04', '2026-03-04'],
  ['2020-02-29', '2026-02-28', '2025-03-01'],
  ['2020-02-29', '2026-03-01', '2026-03-01'],
  ['2026-11-09', '2026-12-01', '2026-11-09'],
  ['2026-12-07', '2026-12-01', '2026-12-07'],
])('for a person born on %s, the last birthday on or before %s is %s', (day, on, last) => {
  expect(lastAnniversary(isoDate.parse(day), isoDate.parse(on))).toBe(last)
})

it('a person born on 29 February has the birthday on 1 March in other years', () => {
  const born = isoDate.parse('1996-02-29')
  expect([2027, 2028].map((year) => sameDayInYear(born, year))).toEqual(['2027-03-01', '2028-02-29'])
})
