import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { peopleColumns, parseUploadDay } from './people-csv.rules.ts'

const reading = { today: '2026-11-16' as IsoDate, payrolls: ['monthly'], readDay: parseUploadDay }

function read(column: string, written: string): unknown {
  const found = peopleColumns.find(({ name }) => name === column)
  const value = found?.check(written, reading)
  return typeof value === 'object' ? value.fault : (value ?? 'another value')
}

describe('ways to write a value', () => {
  it.each([
    ['basic_salary', ['£ 30,000.00', '£30000', '30000.0000', '30 000', '30000.', '30000 GBP', 'gbp 30,000'], '3000000'],
    ['basic_salary', ['.5', '0.50'], '50'],
    ['full_time_equivalent', ['.8', '0.80', '80%', '80.0 %'], '0.8'],
    ['full_time_equivalent', ['1', '1.000', '01', '100%'], '1'],
    ['hours_per_week', ['37.5', '37.50', '37:30', '037.5', '37.5 hours', '37.5hrs'], '37.5'],
    ['bought_days_taken', ['0', '0.00'], '0'],
    ['ni_number', ['QQ123456C', 'qq 12 34 56 c', 'QQ-12-34-56-C'], 'QQ123456C'],
    ['email', ['A@Demo.Example'], 'a@demo.example'],
    ['sex', ['F', 'female', 'FEMALE'], 'female'],
    ['student_loans', ['plan-1', 'Plan 1', 'plan1', '1'], 'plan-1'],
    ['student_loans', ['Plan 2; PGL', 'postgraduate,2'], 'plan-2 postgraduate'],
    ['tax_country', ['rUK', 'England', 'WALES', 'Northern Ireland'], 'rUK'],
    ['status', ['left', 'Leaver', 'Terminated'], 'left'],
    ['leaving_reason', ['resignation', 'Resigned'], 'resignation'],
    ['date_of_birth', ['1990-05-04'], '1990-05-04'],
    ['payroll', ['monthly', 'Monthly'], 'monthly'],
    ['employee_number', ['00123'], '00123'],
    ['employee_number', ['1E5'], '1E5'],
    ['surname', ["'t Hart"], "'t Hart"],
    ['surname', ['王'], '王'],
    ['surname', ['Null'], 'Null'],
    ['surname', ['True'], 'True'],
    ['job_title', ['R&D; sales'], 'R&D; sales'],
    ['location', ['mar-01'], 'mar-01'],
  ])('%s reads %j as %j', (column, spellings, value) => {
    expect(spellings.map((written) => read(column, written))).toEqual(spellings.map(() => value))
  })
})

describe('rule that a value breaks', () => {
  it.each([
    ['basic_salary', '-1', 'is below zero'],
    ['basic_salary', '€30000', 'is in another currency'],
    ['basic_salary', '(30000)', 'is below zero'],
    ['basic_salary', '£ -', 'another value'],
    ['basic_salary', '30000 zł', 'is in another currency'],
    ['basic_salary', 'CHF 30000', 'is in another currency'],
    ['basic_salary', '30.000,00', 'has a comma before the pence'],
    ['basic_salary', '30.000', 'has three digits after the full stop'],
    ['basic_salary', '£ 30.500', 'has three digits after the full stop'],
    ['basic_salary', '1,250.000', 'has three digits after the full stop'],
    ['basic_salary', '3E+04', 'is a shortened number'],
    ['basic_salary', '30000.005', 'has three digits after the full stop'],
    ['basic_salary', '30000.0051', 'has more than two decimals'],
    [
      'full_time_equivalent',
      '0.714285714',
      'has 9 decimals, and at most 4 are allowed. Please round it, for example to 0.7143',
    ],
    ['full_time_equivalent', '0,8', 'has a comma'],
    ['full_time_equivalent', '1.2', 'another value'],
    ['full_time_equivalent', '80', 'is above 1. Please write 80 per cent as 0.8 or 80%'],
    ['hours_per_week', '0', 'leave it empty for people without fixed hours'],
    ['basic_salary', '30000.00-', 'is below zero'],
    ['sex', 'Prefer not to say', 'leave it empty'],
    ['ni_number', 'TN010190F', 'is a temporary number. Please leave it empty'],
    ['ni_number', 'QQ 12 34 56', 'lacks the letter at its end'],
    ['tax_country', 'UK', 'another value'],
    ['employee_number', '9.87654E+11', 'a spreadsheet shortened'],
    ['payroll_id', '9.87654321012E11', 'a spreadsheet shortened'],
    ['payroll_id', '123.0', 'decimals that a program added'],
    ['payroll_id', '1,234', 'commas that a spreadsheet added'],
    ['cost_centre', '01-Mar', 'is a date'],
    ['employee_number', '2026-03-01', 'is a date'],
    ['location', '2026-03-01', 'is a date that a spreadsheet made of it'],
    ['first_name', '2026-06-01', 'is a date that a spreadsheet made of it'],
    ['first_name', 'Zo√´', 'that a program read wrongly'],
    ['surname', 'O‚ÄôBrien', 'that a program read wrongly'],
    ['first_name', 'Zo├½', 'that a program read wrongly'],
    ['surname', 'OΓÇÖBrien', 'that a program read wrongly'],
    ['first_name', '?ukasz', 'has a question mark'],
    ['location', 'Krak?w', 'has a question mark'],
    ['surname', 'O&#39;Brien', 'has a code in place of a letter or sign'],
    ['job_title', 'Food &amp; drink', 'has a code in place of a letter or sign'],
    ['first_name', 'Zo&euml;', 'has a code in place of a letter or sign'],
    ['surname', '12.5', 'has no letters'],
    ['surname', '.', 'has no letters: for a person with one name only, write it into both first_name and surname'],
    ['title', '0', 'has no letters'],
    ['location', 'TRUE', 'is the result of a formula'],
    ['surname', 'TRUE', 'is the result of a formula'],
    ['surname', 'nan', 'is a word for no value'],
    ['surname', 'N/A', 'is a word for no value'],
    ['location', 'Mar-01', 'is a date that a spreadsheet made of it'],
    ['basic_salary', 'kr 30000', 'is in another currency'],
    ['basic_salary', '30000 PLN', 'is in another currency'],
    ['first_name', String.raw`\N`, 'is a word for no value'],
    ['employee_number', 'NULL', 'is a word for no value'],
    ['surname', 'Ann\nLee', 'contains a line break'],
    ['surname', 'Ann\u2028Lee', 'contains a line break'],
    ['surname', 'Ann\tLee', 'contains a tab'],
    ['surname', '\uf0b7 Lee', 'contains an invisible character (U+F0B7)'],
    ['job_title', 'Clerk\ufffc', '(U+FFFC)'],
    ['surname', '<b>', 'contains < or >'],
    ['surname', 'Ann\u0085', 'contains a line break'],
    ['basic_salary', '999,999,999', 'another value'],
    ['surname', 'x'.repeat(81), 'has 81 characters, and at most 80 are allowed'],
    ['email', 'a@demo.exampl\u0435', 'contains “\u0435” (U+0435)'],
    ['email', 'a@demo.example\u200b', 'contains an invisible character (U+200B)'],
    ['email', 'a b@demo.example', 'contains a space'],
    ['email', 'a@b.example;c@b.example', 'one email address only'],
    ['email', 'a@b.example; c@b.example', 'one email address only'],
    ['email', 'no email', 'another value'],
    ['email', 'a@b.c', 'another value'],
    ['date_of_birth', '04/05/1990', 'could be 4 May 1990 or 5 April 1990'],
    ['date_of_birth', '04/25/1990', 'has the month before the day'],
    ['date_of_birth', '25/04/1990', 'does not fit the other dates'],
    ['date_of_birth', '31/02/1990', 'is not a day of the calendar'],
    ['date_of_birth', '1990-02-30', 'is not a day of the calendar'],
    ['date_of_birth', '04/05/90', 'has a year of two digits'],
    ['date_of_birth', '1990', 'must be a date'],
    ['date_of_birth', '33000', 'is the number of a day'],
    ['date_of_birth', '1990-05-03T23:00:00Z', 'has a time of day'],
    ['end_date', 'never', 'must be a date as yyyy-mm-dd'],
  ])('%s refuses %j: %s', (column, written, rule) => {
    expect(read(column, written)).toContain(rule)
  })

  // HR systems write these days for “no date”.
  it.each(peopleColumns.filter(({ rule }) => rule === 'a date as yyyy-mm-dd'))(
    '$name refuses days that stand for “no date”',
    ({ name }) => {
      for (const day of ['9999-12-31', '2999-12-31', '2099-12-31', '1900-01-01', '1899-12-30', '0001-01-01'])
        expect(read(name, day)).toContain('is not a possible day. Please')
    },
  )
})
