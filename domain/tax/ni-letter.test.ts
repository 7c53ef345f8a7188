import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { letterFault } from './ni-letter.rules.ts'

const on = isoDate.parse('2026-11-27')
const unfit = (letter: string, dateOfBirth: string) =>
  letterFault(letter, { dateOfBirth: isoDate.parse(dateOfBirth), on })

// Source: GOV.UK, National Insurance rates and categories, Category letters.
it.each([
  ['A', '1955-03-02', 'letter A at the age of 71: people over State Pension age have letter C, K or S'],
  ['M', '2005-11-27', 'letter M at the age of 21: this letter is for people under 21'],
  ['Z', '1990-01-01', 'letter Z at the age of 36: this letter is for people under 21'],
  ['H', '2001-11-27', 'letter H at the age of 25: this letter is for people under 25'],
  ['C', '1980-05-05', 'letter C at the age of 46: this letter is for people over State Pension age'],
  ['A', '2011-01-10', 'letter A at the age of 15: people under 16 have letter X'],
])('NI letter %s is not valid for a person born on %s', (letter, dateOfBirth, reason) => {
  expect(unfit(letter, dateOfBirth)).toBe(reason)
})

it.each([
  ['A', '1980-05-05'],
  ['M', '2005-11-28'],
  ['H', '2001-11-28'],
  ['X', '2011-01-10'],
  ['V', '1980-05-05'],
  // On this day the person reaches State Pension age, 66 years and 7 months.
  ['C', '1960-04-27'],
  ['K', '1955-03-02'],
])('NI letter %s is valid for a person born on %s', (letter, dateOfBirth) => {
  expect(unfit(letter, dateOfBirth)).toBeUndefined()
})
