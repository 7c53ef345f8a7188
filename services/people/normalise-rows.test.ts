import { describe, expect, it } from 'vitest'
import { normaliseRows } from './normalise-rows.server.ts'

const columns = ['email', 'date_of_birth', 'start_date', 'end_date']
const address = 'a@b.example'

/** If all dates of the file can have the day first, reads them again in that order. */
function read(rows: string[][], isWorkbook = false) {
  const all = (dayFirst: boolean) => {
    const people = normaliseRows({ columns, isWorkbook, dayFirst })
    const tidied = rows.map((cells, index) => people.tidy(index + 2, [...cells]))
    return { people, tidied }
  }
  const first = all(false)
  const { people, tidied } = first.people.isDayFirst() ? all(true) : first
  return { rows: tidied, notes: people.notes() }
}

const dates = (...days: string[]) => days.map((day) => [address, day, '2026-10-01', ''])
const datesOf = ({ rows }: ReturnType<typeof read>) => rows.map(([, day]) => day)

describe('dates in a file of people', () => {
  it.each([
    ['1990-05-04'],
    ['1990/5/4'],
    ['1990.05.04'],
    ['19900504'],
    ['4 May 1990'],
    ['04-May-1990'],
    ['4-MAY-1990'],
    ['Friday, 4th May 1990'],
    ['May 4, 1990'],
    ['1990-05-04 00:00:00'],
    ['1990-05-04T00:00:00.000Z'],
    ['04 May 1990 12:00:00 AM'],
    ['1990-05-04 0:00'],
    ['1990\u20135\u20134'],
    ['1990-05-04-08:00'],
    ['1990-05-04Z'],
    ['1990-05-04 00:00:00+00'],
    ['1990-05-04 00:00:00 UTC'],
    ['May  4 1990 12:00AM'],
    ['May  4 1990 12:00:00:000AM'],
    ['Fri May 04 1990 00:00:00 GMT+0100 (British Summer Time)'],
    ['Fri, 04 May 1990 00:00:00 GMT'],
    ['Fri May 04 00:00:00 BST 1990'],
  ])('such as %s are read in the only order that gives a valid date', (written) => {
    expect(read(dates(written))).toEqual({ rows: dates('1990-05-04'), notes: [] })
  })

  it('are read with the day first if one date proves this and none contradicts it, with a note', () => {
    const { rows, notes } = read(dates('25/04/1990', '3.4.1990', '01-02-1990 00:00', '05/05/1990', '1990-01-01'))
    expect(rows.map(([, day]) => day)).toEqual(['1990-04-25', '1990-04-03', '1990-02-01', '1990-05-05', '1990-01-01'])
    expect(notes).toEqual(['Dates were read with the day first: 25/04/1990 as 25 April 1990 (lines 2, 3, 4).'])
  })

  it.each([
    ['no date shows the order', ['03/04/1990', '01/02/1990']],
    ['one has the month first', ['25/04/1990', '04/25/1990', '03/04/1990']],
    ['all have the month first', ['04/25/1990', '03/04/1990']],
    ['the years have two digits', ['25/04/90', '03/04/90']],
    ['they have a time of day', ['25/04/1990 12:00']],
    ['they have a time of day in words', ['Thu May 03 23:00:00 GMT 1990']],
  ])('are not converted if %s', (_, days) => {
    expect(read(dates(...days))).toEqual({ rows: dates(...days), notes: [] })
  })

  it('are not converted in a workbook column with both texts and dates, because Excel may have swapped day and month', () => {
    expect(datesOf(read(dates('25/04/1990', '1990-03-04'), true))).toEqual(['25/04/1990', '1990-03-04'])
    const withStart = (start: string) => ['25/04/1990', '03/04/1990'].map((day) => [address, day, start, ''])
    expect(datesOf(read(withStart('2026-10-13'), true))).toEqual(['1990-04-25', '1990-04-03'])
    for (const start of ['01/10/2026', '01/01/2026', '2026-11-01'])
      expect(datesOf(read(withStart(start), true))).toEqual(['1990-04-25', '1990-04-03'])
    const withSameNumbers = read(dates('25/04/1990', '05/05/1990'), true)
    expect(datesOf(withSameNumbers)).toEqual(['1990-04-25', '1990-05-05'])
  })

  it('are not converted in a workbook all of whose other dates may be the result of such a swap', () => {
    const opened = [[address, '25/04/1990', '2026-01-10', '']]
    expect(read(opened, true)).toEqual({ rows: opened, notes: [] })
  })

  it('from 2099 on mean that there is no last day, with a note', () => {
    const ends = [
      '9999-12-31',
      '31/12/2099',
      '12/31/9999',
      '2999-12-31',
      '99991231',
      '9999-12-31T23:59:59Z',
      'infinity',
    ]
    const far = read(ends.map((end) => [address, '1990-05-04', '2026-10-01', end]))
    expect(far.rows.map((cells) => cells[3])).toEqual(ends.map(() => ''))
    expect(far.notes).toEqual(['A last day in 2099 or later was read as no last day: lines 2, 3, 4 and 4 more.'])
    const near = [address, '1990-05-04', '2026-10-01', '2098-12-31']
    expect(read([near])).toEqual({ rows: [near], notes: [] })
  })
})

it('characters around an email address are removed, with a note', () => {
  const written = [
    `mailto:${address}`,
    `${address};`,
    `<${address}>`,
    `Ann Bell <${address}>;`,
    `MAILTO:${address}?subject=x`,
    `SMTP:${address}`,
    `'${address}'`,
    `"${address}"`,
    `${address}.`,
  ]
  const { rows, notes } = read(written.map((cell) => [cell, '1990-05-04', '2026-10-01', '']))
  expect(rows.map(([cell]) => cell)).toEqual(written.map(() => address))
  expect(notes).toEqual([
    'Signs around email addresses were left out, such as “mailto:” or “;”: lines 2, 3, 4 and 6 more.',
  ])
  expect(read([['a@b.example; c@b.example', '1990-05-04', '', '']]).rows[0]?.[0]).toBe('a@b.example; c@b.example')
})

describe('words that mean no value', () => {
  const tidied = (column: string, cells: string[]) => {
    const people = normaliseRows({ columns: [column], isWorkbook: false, dayFirst: false })
    return { cells: cells.map((cell, index) => people.tidy(index + 2, [cell])[0]), notes: people.notes() }
  }

  it.each([
    ['end_date', ['N/A', 'NULL', '-', '0000-00-00', '00/00/0000', '0', 'Permanent', '9999']],
    ['probation_end', ['n/a', 'none', '00.00.0000']],
    ['ni_number', ['N/A', 'Unknown', 'TBC', '--']],
    ['student_loans', ['None', 'No', 'N', '0']],
    ['hours_per_week', ['N/A']],
    ['cost_centre', ['NULL', '(blank)', '-', String.raw`\N`, '[NULL]', '<null>', 'NaT', '<NA>']],
    ['payroll_id', ['NULL', 'None', 'TBC']],
    ['title', ['Not applicable', '–', '—']],
    ['job_title', ['NA', 'None']],
  ])('are read as empty in %s, with a note: %j', (column, cells) => {
    const { cells: read, notes } = tidied(column, cells)
    expect(read).toEqual(cells.map(() => ''))
    expect(notes).toEqual([expect.stringContaining(`such as “${cells[0]}”, were read as empty: line`)])
  })

  it.each([
    ['surname', ['Null', 'Na', 'None']],
    ['employee_number', ['NULL', '0']],
    ['date_of_birth', ['N/A']],
    ['basic_salary', ['N/A', '0']],
    ['cost_centre', ['NA', 'None', '0']],
    ['bought_days_taken', ['0']],
    ['benefit_salary', ['0']],
  ])('remain as text in %s, where they may be a value or where a value is required: %j', (column, cells) => {
    expect(tidied(column, cells)).toEqual({ cells, notes: [] })
  })
})
