import { expect, it } from 'vitest'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import { bankHolidaysOf } from '../../features/scheme/bank-holidays.server.ts'
import { payPeriods } from './periods.rules.ts'

const date = (text: string) => text as IsoDate
const none: ReadonlySet<IsoDate> = new Set()
/** An order has at most as many instalments as a year has pay days. */
const aYear = { instalments: 12 }
const schemeYear = { from: date('2026-04-06'), to: date('2027-04-05') }

it('twelve monthly periods a year are planned for two years; each is the calendar month of its pay day', () => {
  const periods = payPeriods({ frequency: 'monthly', payDay: 28, cutOffDays: 10, holidays: none }, schemeYear, aYear)
  expect(periods).toHaveLength(24)
  expect(periods[0]).toEqual({
    year: 2026,
    number: 1,
    label: 'April 2026',
    startsOn: '2026-04-01',
    endsOn: '2026-04-30',
    cutOffOn: '2026-04-18',
    payOn: '2026-04-28',
  })
  expect(periods[10]).toMatchObject({ number: 11, payOn: '2027-02-28', endsOn: '2027-02-28' })
  expect(periods[12]).toMatchObject({ year: 2027, number: 1, label: 'April 2027' })
})

it.each([
  ['england-and-wales', ['2026-08-28', '2026-11-30', '2027-05-28']],
  ['scotland', ['2026-08-31', '2026-11-27', '2027-05-28']],
  ['northern-ireland', ['2026-08-28', '2026-11-30', '2027-05-28']],
] as const)(
  'a pay day on a weekend or a bank holiday of %s is moved to the last working day before it',
  (part, moved) => {
    const holidays = bankHolidaysOf(part)
    const periods = payPeriods(
      { frequency: 'monthly', payDay: 'last-working-day', cutOffDays: 5, holidays },
      { from: date('2026-04-01'), to: date('2027-03-31') },
      aYear,
    )
    const of = (month: string) => periods.find(({ startsOn }) => startsOn.startsWith(month))
    // 30 May 2026 is a Saturday.
    expect(['2026-04', '2026-05'].map((month) => of(month)?.payOn)).toEqual(['2026-04-30', '2026-05-29'])
    // 31 August and 31 May are Mondays, 30 November is Saint Andrew's Day.
    expect(['2026-08', '2026-11', '2027-05'].map((month) => of(month)?.payOn)).toEqual(moved)
    expect(of('2026-08')).toMatchObject({ endsOn: '2026-08-31', cutOffOn: addDays(date(moved[0]), -5) })
  },
)

it('pay days on the first and on the last day of a scheme year belong to that year', () => {
  const payDaysOf = (payDay: number) =>
    payPeriods({ frequency: 'monthly', payDay, cutOffDays: 5, holidays: none }, schemeYear, aYear)
      .filter(({ year }) => year === 2026)
      .map(({ payOn }) => payOn)
  expect(payDaysOf(6)).toHaveLength(12)
  expect([payDaysOf(6)[0], payDaysOf(6).at(-1)]).toEqual(['2026-04-06', '2027-03-06'])
  expect(payDaysOf(5)).toHaveLength(12)
  expect([payDaysOf(5)[0], payDaysOf(5).at(-1)]).toEqual(['2026-05-05', '2027-04-05'])
})

it('four-weekly periods start from their first pay day, without gaps', () => {
  const periods = payPeriods(
    { frequency: 'four-weekly', firstPayDay: date('2026-04-24'), cutOffDays: 7, holidays: none },
    schemeYear,
    aYear,
  )
  expect(periods.filter(({ year }) => year === 2026)).toHaveLength(13)
  expect(periods[0]).toMatchObject({ number: 1, label: 'Period 1', startsOn: '2026-03-28', endsOn: '2026-04-24' })
  expect(periods[1]).toMatchObject({ startsOn: '2026-04-25', endsOn: '2026-05-22' })
})

it.each([
  ['monthly', 12, 24],
  ['monthly', 24, 36],
  ['monthly', 60, 72],
  ['four-weekly', 14, 28],
  ['fortnightly', 60, 87],
  ['weekly', 60, 113],
] as const)(
  'an order placed on the last day of the year gets all its periods planned: %s, %i instalments',
  (frequency, instalments, count) => {
    const calendar = { frequency, payDay: 28, firstPayDay: date('2026-04-10'), cutOffDays: 5, holidays: none }
    const periods = payPeriods(calendar, schemeYear, { instalments })
    expect(periods).toHaveLength(count)
    expect(periods.filter(({ cutOffOn }) => cutOffOn >= schemeYear.to)).toHaveLength(instalments)
    expect(new Set(periods.map(({ year, number }) => `${year} ${number}`)).size).toBe(count)
    expect(periods.map(({ payOn }) => payOn)).toEqual(periods.map(({ payOn }) => payOn).toSorted())
  },
)

it("one more period is planned if the next pay day's cut-off has passed by the last day of the year", () => {
  const calendar = { frequency: 'monthly', payDay: 6, cutOffDays: 10, holidays: none } as const
  expect(payPeriods(calendar, schemeYear, { instalments: 0 })).toHaveLength(24)
  const periods = payPeriods(calendar, schemeYear, aYear)
  expect(periods).toHaveLength(25)
  expect(periods.at(-1)).toMatchObject({ year: 2028, number: 1, label: 'April 2028' })
})
