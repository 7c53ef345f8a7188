import { expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { payPeriods } from './periods.rules.ts'

const date = (text: string) => text as IsoDate
const schemeYear = { from: date('2026-04-06'), to: date('2027-04-05') }

it('gives twelve monthly periods a year for two years, each the calendar month of its pay day', () => {
  const periods = payPeriods({ frequency: 'monthly', payDay: 28, cutOffDays: 10 }, schemeYear)
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

it('moves the last working day before a weekend', () => {
  const periods = payPeriods({ frequency: 'monthly', payDay: 'last-working-day', cutOffDays: 5 }, schemeYear)
  expect(periods.slice(0, 2).map(({ payOn }) => payOn)).toEqual(['2026-04-30', '2026-05-29'])
})

it('steps four-weekly periods from their first pay day, without gaps', () => {
  const periods = payPeriods({ frequency: 'four-weekly', firstPayDay: date('2026-04-24'), cutOffDays: 7 }, schemeYear)
  expect(periods.filter(({ year }) => year === 2026)).toHaveLength(13)
  expect(periods[0]).toMatchObject({ number: 1, label: 'Period 1', startsOn: '2026-03-28', endsOn: '2026-04-24' })
  expect(periods[1]).toMatchObject({ startsOn: '2026-04-25', endsOn: '2026-05-22' })
})
