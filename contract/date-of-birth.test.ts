import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  daysIn,
  dobProblem,
  isBirthYear,
  isDatePartComplete,
  padDatePart,
  datePartsOf,
  pastedDate,
  stepDatePart,
  dateOfParts,
  withPart,
  type DatePart,
} from './date-of-birth.ts'

const today = '2026-11-21'
const nothing = { day: '', month: '', year: '' }
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
console.info(`date of birth: SEED=${seed}`)
const numRuns = process.env['LONG_TESTS'] ? 20_000 : 500
const hold = { seed, numRuns }

const part = fc.constantFrom<DatePart>('day', 'month', 'year')
const typedParts = fc
  .array(fc.tuple(part, fc.string({ maxLength: 6, unit: fc.constantFrom(...Array.from('0123456789 x/-')) })), {
    maxLength: 12,
  })
  .map((keys) => keys.reduce((parts, [name, typed]) => withPart(parts, name, typed), nothing))

describe('date of birth', () => {
  it('is required [FORM-18]', () => {
    expect(dobProblem('', today)).toBe('Date of birth is required')
  })

  it.each(['1990-05-17', '1900-01-01', '2026-11-21', '2000-02-29', '2024-02-29', '1999-12-31'])(
    'can be %s [FORM-11] [FORM-12] [FORM-14]',
    (value) => {
      expect(dobProblem(value, today)).toBeNull()
    },
  )

  it.each([
    ['1899-12-31', 'before 1900'],
    ['2027-01-01', 'after the current year'],
    ['2026-11-22', 'after today'],
    ['1900-02-29', 'no leap year'],
    ['2023-02-29', 'no leap year'],
    ['1990-04-31', 'a month of 30 days'],
    ['1990-00-10', 'no month'],
    ['1990-13-10', 'no month'],
    ['1990-05-00', 'no day'],
    ['990-05-17', 'three digits of a year'],
    ['-05-17', 'no year'],
    ['1990--17', 'a month is missing'],
    ['--1', 'only begun'],
  ])('cannot be %s: %s [FORM-14] [FORM-19]', (value) => {
    expect(dobProblem(value, today)).toBe('This date of birth is not valid')
  })

  it('exists in the calendar and is within the limits whenever no error is reported [FORM-19]', () => {
    fc.assert(
      fc.property(typedParts, (parts) => {
        const value = dateOfParts({
          ...parts,
          day: padDatePart('day', parts.day),
          month: padDatePart('month', parts.month),
        })
        if (dobProblem(value, today) !== null) return
        const date = new Date(`${value}T00:00:00Z`)
        expect(date.toISOString().slice(0, 10)).toBe(value)
        expect(value >= '1900-01-01' && value <= today).toBe(true)
      }),
      hold,
    )
  })

  it('can be any day from 1900 to today, in the format that the three boxes produce [FORM-12] [FORM-14]', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date(today), noInvalidDate: true }), (date) => {
        const value = date.toISOString().slice(0, 10)
        const { day, month, year } = datePartsOf(value)
        const typed = withPart(withPart(withPart(nothing, 'day', day), 'month', month), 'year', year)
        expect([dateOfParts(typed), dobProblem(value, today)]).toEqual([value, null])
      }),
      hold,
    )
  })
})

describe('boxes of a date of birth', () => {
  it('accept only digits: two for day and month, four for the year [FORM-08] [FORM-09] [FORM-10] [CONST-11]', () => {
    expect(withPart(nothing, 'day', '1a2x3')).toEqual({ ...nothing, day: '12' })
    expect(withPart(nothing, 'month', '011')).toEqual({ ...nothing, month: '01' })
    expect(withPart(nothing, 'year', '19905')).toEqual({ ...nothing, year: '1990' })
  })

  it('keep what was typed in any order, even a date that does not exist [FORM-08] [FORM-10]', () => {
    for (const [day, month, year] of [
      ['29', '02', '1996'],
      ['29', '02', '1995'],
      ['31', '09', '2020'],
      ['05', '17', '1990'],
      ['32', '13', '1899'],
    ] as const) {
      const orders: readonly (readonly DatePart[])[] = [
        ['day', 'month', 'year'],
        ['year', 'month', 'day'],
        ['month', 'year', 'day'],
      ]
      for (const order of orders) {
        const typed = order.map((part) => [part, part === 'year' ? '1995' : { day, month }[part]] as const)
        const parts = [...typed, ['year', year] as const].reduce(
          (each, [part, text]) => withPart(each, part, text),
          nothing,
        )
        expect(dateOfParts(parts)).toBe(`${year}-${month}-${day}`)
      }
    }
  })

  it.each(['2020-09-31', '1995-02-29', '1990-17-05', '1990-13-32'])(
    'show an error if %s does not exist [FORM-09] [FORM-11] [FORM-19]',
    (value) => expect(dobProblem(value, today)).toBe('This date of birth is not valid'),
  )

  it.each([
    [{ month: '02', year: '2024' }, 29],
    [{ month: '02', year: '2023' }, 28],
    [{ month: '02', year: '1900' }, 28],
    [{ month: '02', year: '2000' }, 29],
    [{ month: '02', year: '' }, 29],
    [{ month: '02', year: '19' }, 29],
    [{ month: '04', year: '1990' }, 30],
    [{ month: '12', year: '1990' }, 31],
    [{ month: '', year: '' }, 31],
  ])('allow as many days as the month has: %o has %i days [FORM-11]', (known, days) => {
    expect(daysIn(known)).toBe(days)
  })

  it.each([
    ['day', '4', true],
    ['day', '3', false],
    ['day', '31', true],
    ['month', '2', true],
    ['month', '1', false],
    ['month', '12', true],
    ['year', '199', false],
    ['year', '1990', true],
  ] as const)('know whether they are completely filled in: %s %s: %s [FORM-16]', (name, digits, done) => {
    expect(isDatePartComplete(name, digits)).toBe(done)
  })

  it('pad day and month with a zero, but not the year [FORM-17]', () => {
    expect([
      padDatePart('day', '5'),
      padDatePart('month', '5'),
      padDatePart('day', '15'),
      padDatePart('day', ''),
    ]).toEqual(['05', '05', '15', ''])
    expect(padDatePart('year', '199')).toBe('199')
  })

  it('are increased and decreased within their limits, and keep the leading zero [FORM-11] [FORM-13] [FORM-14] [FORM-15] [FORM-17]', () => {
    const parts = { day: '09', month: '02', year: '2023' }
    expect(stepDatePart(parts, 'day', 1, today).day).toBe('10')
    expect(stepDatePart({ ...parts, day: '28' }, 'day', 1, today).day).toBe('28')
    expect(stepDatePart({ day: '31', month: '01', year: '2023' }, 'month', 1, today)).toEqual({ ...parts, day: '28' })
    expect(stepDatePart({ day: '29', month: '02', year: '2024' }, 'year', -1, today)).toEqual({ ...parts, day: '28' })
    expect(stepDatePart({ ...parts, day: '01' }, 'day', -1, today).day).toBe('01')
    expect(stepDatePart({ ...parts, month: '12' }, 'month', 1, today).month).toBe('12')
    expect(stepDatePart({ ...parts, year: '2026' }, 'year', 1, today).year).toBe('2026')
    expect(stepDatePart({ ...parts, year: '1900' }, 'year', -1, today).year).toBe('1900')
    expect(stepDatePart(nothing, 'day', 1, today).day).toBe('01')
    expect(stepDatePart(nothing, 'year', -1, today).year).toBe('2026')
  })

  it("check the year's limits only after all four digits are typed [FORM-13] [FORM-14]", () => {
    for (const begun of ['', '0', '1', '18', '189', '3', '999']) {
      expect(withPart(nothing, 'year', begun).year).toBe(begun)
      expect([begun, isBirthYear(begun, today)]).toEqual([begun, true])
    }
    const whole = ['1899', '1900', '2026', '2027', '0000', '9999']
    expect(whole.map((year) => isBirthYear(year, today))).toEqual([false, true, true, false, false, false])
    expect(whole.map((year) => dobProblem(`${year}-01-31`, today) === null)).toEqual(
      whole.map((year) => isBirthYear(year, today)),
    )
    // A step from a year outside the range leads to the nearest year within it.
    expect(stepDatePart({ ...nothing, year: '1899' }, 'year', -1, today).year).toBe('1900')
    expect(stepDatePart({ ...nothing, year: '2999' }, 'year', 1, today).year).toBe('2026')
  })

  it.each([
    ['17/05/1990', '1990-05-17'],
    [' 17-5-1990 ', '1990-05-17'],
    ['17.05.1990', '1990-05-17'],
    ['17 May 1990', '1990-05-17'],
    ['1 september 2001', '2001-09-01'],
    ['1990-05-17', '1990-05-17'],
    ['17051990', '1990-05-17'],
    ['31/02/2023', '2023-02-31'],
  ])('accept the pasted date %s unchanged [FORM-12]', (pasted, value) => {
    expect(dateOfParts(pastedDate(pasted) ?? nothing)).toBe(value)
  })

  it.each(['17', '17/05', '17/05/90', '17 foo 1990', 'yesterday', '', '1990'])(
    'do not treat %j as a pasted date',
    (pasted) => {
      expect(pastedDate(pasted)).toBeNull()
    },
  )
})
