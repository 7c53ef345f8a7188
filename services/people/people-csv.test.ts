import { readEmailAddress } from './cell-values.rules.ts'
import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { readCsv } from '../../platform/csv.ts'
import { employmentFactsOf } from '../../features/employees/employment-facts.rules.ts'
import { peopleColumns, readPeople, parseUploadDay, type ReadingContext } from './people-csv.rules.ts'

const today = '2026-11-21' as IsoDate
const reading: ReadingContext = { today, payrolls: ['monthly', 'weekly'], readDay: parseUploadDay }
const header =
  'employee_number,email,first_name,surname,date_of_birth,payroll,status,start_date,end_date,basic_salary,hours_per_week'
const read = (...rows: string[]) => readPeople(readCsv([header, ...rows].join('\n')), reading)
const sound = (number: string, name: string) =>
  `${number},${name}@example.com,Ann,Bell,1990-02-03,monthly,active,2020-03-01,,45000,37.5`

describe('reading people', () => {
  it.each(['#N/A', '#ERROR!', '#BUSY!', '#GETTING_DATA', 'Err:522', 'Loading...', '####'])(
    'refuses the error %s of Excel, Google Sheets or LibreOffice in any column',
    (error) => {
      const { people, faults } = read(
        `${error},ann@example.com,Ann,Bell,1990-02-03,monthly,active,2020-03-01,,45000,37.5`,
      )
      expect(people).toEqual([])
      expect(faults).toMatchObject([{ column: 'employee_number', reason: expect.stringContaining('is an error of') }])
    },
  )

  it.each([
    ['ZoÃ«', 'has letters that a program read wrongly'],
    ['Zo\ufffd', 'has letters that a program read wrongly'],
    ['Dâ€™Arcy', 'has letters that a program read wrongly'],
  ])('refuses the name %s, which was converted wrongly', (name, reason) => {
    const { faults } = read(`N1,ann@example.com,${name},Bell,1990-02-03,monthly,active,2020-03-01,,45000,37.5`)
    expect(faults).toMatchObject([{ column: 'first_name', reason: expect.stringContaining(reason) }])
  })

  it.each(['SÃO', 'Ângela', 'Zoë', 'Ærø'])('accepts the name %s', (name) => {
    expect(read(`N1,ann@example.com,${name},Bell,1990-02-03,monthly,active,2020-03-01,,45000,37.5`).faults).toEqual([])
  })

  it('reads a row, and fills in optional values', () => {
    const { people, faults } = read(
      'N1,Siobhan.O\'Neil@Example.com,Siobhán,O\'Neil,1996-02-29,monthly,,2020-03-01,,"£45,000.50",37.5',
    )
    expect(faults).toEqual([])
    expect(people).toHaveLength(1)
    expect(people[0]).toMatchObject({
      line: 2,
      email: "siobhan.o'neil@example.com",
      firstName: 'Siobhán',
      surname: "O'Neil",
      dateOfBirth: '1996-02-29',
    })
    expect(people[0]?.facts).toMatchObject({
      'basic-salary': '4500050',
      'benefit-salary': '4500050',
      'pensionable-salary': '4500050',
      status: 'active',
      'payroll-id': 'N1',
      'full-time-equivalent': '1',
      'tax-country': 'rUK',
      'ni-category': null,
      'end-date': null,
    })
  })

  it('reads student loans in any order and stores them in a fixed order, and reads the first day of an apprenticeship', () => {
    const loansOf = (cells: string) =>
      readPeople(
        readCsv([`${header},student_loans,apprentice_since`, `${sound('N1', 'a')},${cells}`].join('\n')),
        reading,
      )
    expect(loansOf('postgraduate; Plan-2,2026-09-01').people[0]?.facts).toMatchObject({
      'student-loans': 'plan-2 postgraduate',
      'apprentice-since': '2026-09-01',
    })
    expect(loansOf(',').people[0]?.facts).toMatchObject({ 'student-loans': null, 'apprentice-since': null })
    expect(loansOf('plan-3,').faults.map(({ reason }) => reason)).toEqual([
      'student_loans "plan-3" must be one or more of plan-1, plan-2, plan-4, plan-5, postgraduate, with a semicolon between them',
    ])
    expect(loansOf('plan-1;plan-1,').faults).toHaveLength(1)
    expect(loansOf(',1990-02-03').faults.map(({ reason }) => reason)).toEqual([
      'apprentice_since 1990-02-03 is before the person was born',
    ])
  })

  it('lists every error of every row with column, value and rule, and reads the rows without errors', () => {
    const { people, faults } = read(
      'N1,no address,Ann,Bell,1990-02-30,monthly,active,2020-03-01,,45000,37.5',
      'N2,b@example.com,Bo,Bell,1990-02-03,fortnightly,gone,2020-03-01,,12.345,0',
      'N3,c@example.com,,Bell,2020-01-01,weekly,left,2019-03-01,,30000,37.5',
      'N4,d@example.com,Di,Bell,1980-01-01,weekly,left,2019-03-01,2018-01-01,30000,37.5',
      'N5,e@example.com,Ed,Bell,1980-01-01,weekly,active,2019-03-01,,30000,37.5',
    )
    expect(people.map(({ email }) => email)).toEqual(['e@example.com'])
    expect(faults).toEqual([
      {
        line: 2,
        column: 'email',
        value: 'no address',
        reason: 'email "no address" must be an email address',
      },
      {
        line: 2,
        column: 'date_of_birth',
        value: '1990-02-30',
        reason: 'date_of_birth "1990-02-30" is not a day of the calendar',
      },
      {
        line: 3,
        column: 'payroll',
        value: 'fortnightly',
        reason: 'payroll "fortnightly" must be one of monthly, weekly',
      },
      { line: 3, column: 'status', value: 'gone', reason: 'status "gone" must be active, inactive or left' },
      {
        line: 3,
        column: 'basic_salary',
        value: '12.345',
        reason:
          'basic_salary "12.345" has three digits after the full stop. Please write pounds and pence, as in 30000.50',
      },
      {
        line: 3,
        column: 'hours_per_week',
        value: '0',
        reason: 'hours_per_week "0" must be above 0. Please leave it empty for people without fixed hours',
      },
      {
        line: 4,
        column: 'first_name',
        value: '',
        reason: 'first_name is empty: for a person with one name only, write it into both first_name and surname',
      },
      {
        line: 4,
        column: 'start_date',
        value: '2019-03-01',
        reason: 'start_date 2019-03-01 is before the person was born',
      },
      { line: 4, column: 'end_date', value: '', reason: 'end_date is empty, but the status is left' },
      {
        line: 5,
        column: 'end_date',
        value: '2018-01-01',
        reason: 'end_date 2018-01-01 is before start_date 2019-03-01',
      },
    ])
  })

  it('reads people without fixed hours, and leaves their full-time equivalent unknown', () => {
    const { people, faults } = read('N1,a@example.com,Ann,Bell,1990-02-03,monthly,active,2020-03-01,,45000,')
    expect(faults).toEqual([])
    expect(people[0]?.facts).toMatchObject({ 'hours-per-week': null, 'full-time-equivalent': null })
  })

  it('reports values that are names of JavaScript properties as invalid', () => {
    for (const value of ['constructor', '__proto__', 'toString'])
      expect(read(sound('N1', 'a').replace('active', value)).faults).toMatchObject([{ column: 'status', value }])
  })

  it('reports a repeated employee number, and a repeated email address in upper or lower case', () => {
    const { faults } = read(
      'N1,a@example.com,Ann,Bell,1990-02-03,monthly,active,2020-03-01,,45000,37.5',
      'n1,A@Example.com,Bo,Bell,1990-02-03,monthly,active,2020-03-01,,45000,37.5',
    )
    expect(faults.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '3 The email address A@Example.com is already in line 2',
      '3 The employee number n1 is already in line 2',
    ])
  })

  it('reports missing and unknown columns once', () => {
    const { people, faults } = readPeople(readCsv('employee_number,email,shoe_size\nN1,a@example.com,42'), reading)
    expect(people).toEqual([])
    expect(faults.map(({ reason }) => reason)).toEqual([
      ...['first_name', 'surname', 'date_of_birth', 'payroll', 'start_date', 'basic_salary', 'hours_per_week'].map(
        (name) => `The column ${name} is missing`,
      ),
      'The column shoe_size is not one of the template',
    ])
  })

  it('has no column that could make a person an employer user', () => {
    expect(
      peopleColumns.map(({ name }) => name).filter((name) => /user|role|state|password|client/.test(name)),
    ).toEqual([])
  })
})

describe('facts of a row', () => {
  const row = read('N1,a@example.com,Ann,Bell,1990-02-03,monthly,left,2020-03-01,2026-10-31,45000,37.5').people[0]
  if (!row) throw new Error('The row is sound')

  it("apply from a joiner's first day; leaving applies from the day after the last day", () => {
    const facts = employmentFactsOf(row, { known: false, today })
    expect(facts.filter(({ fact }) => fact === 'status')).toEqual([
      { fact: 'status', value: 'active', effectiveFrom: '2020-03-01' },
      { fact: 'status', value: 'left', effectiveFrom: '2026-11-01' },
    ])
    expect(facts.find(({ fact }) => fact === 'basic-salary')).toEqual({
      fact: 'basic-salary',
      value: '4500000',
      effectiveFrom: '2020-03-01',
    })
  })

  it('apply to a known person from the day of the upload, or from the day that the row names', () => {
    expect(
      employmentFactsOf(row, { known: true, today }).find(({ fact }) => fact === 'basic-salary')?.effectiveFrom,
    ).toBe(today)
    const dated = { ...row, effectiveFrom: '2027-01-01' as IsoDate }
    expect(
      employmentFactsOf(dated, { known: true, today }).find(({ fact }) => fact === 'basic-salary')?.effectiveFrom,
    ).toBe('2027-01-01')
  })
})

it.each([
  ['Max@Bücher.example', 'max@xn--bcher-kva.example'],
  ['Rene\u0301@demo.example', 'ren\u00e9@demo.example'],
  ['m\u0430x@demo.example', null],
  ['max@dem\u043e.example', null],
  ['max@\uff44emo.example', null],
])('the address %j is read as %j, because letters of other alphabets are not allowed', (written, read) => {
  const address = readEmailAddress(written)
  expect(typeof address === 'string' ? address : null).toBe(read)
})
