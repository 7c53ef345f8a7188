import { expect, it } from 'vitest'
import { isoDate } from '../../../contract/dates.ts'
import { ageOn } from './age.ts'

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
])('somebody born on %s is on %s %d years old', (born, on, age) => {
  expect(ageOn(isoDate.parse(born), isoDate.parse(on))).toBe(age)
})
