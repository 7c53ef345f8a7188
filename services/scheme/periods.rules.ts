import type { IsoDate } from '../../contract/dates.ts'
import { addDays, showMonth } from '../../contract/dates.ts'
import { type PayFrequency, payFrequencies } from '../../contract/pay-frequency.ts'
import { addMonths } from '../../domain/definition/day.rules.ts'

export type PayCalendar = {
  frequency: PayFrequency
  payDay?: number | 'last-working-day' | undefined
  firstPayDay?: IsoDate | undefined
  cutOffDays: number
  holidays: ReadonlySet<IsoDate>
}

export const bankHolidays = ['england-and-wales', 'scotland', 'northern-ireland'] as const
export type BankHolidays = (typeof bankHolidays)[number]

export type PayPeriod = {
  year: number
  number: number
  label: string
  startsOn: IsoDate
  endsOn: IsoDate
  cutOffOn: IsoDate
  payOn: IsoDate
}

/**
 * Returns pay periods of the scheme year, of the next, and further ones for the longest order (`instalments`).
 * A monthly period is the calendar month of its pay day; other periods end on their pay day.
 */
export function payPeriods(
  calendar: PayCalendar,
  schemeYear: { from: IsoDate; to: IsoDate },
  { instalments }: { instalments: number },
): PayPeriod[] {
  const { payDaysAYear, interval } = payFrequencies[calendar.frequency]
  const count = Math.ceil(instalments / payDaysAYear) + 2
  const years = Array.from({ length: count }, (_, later) => ({
    year: Number(schemeYear.from.slice(0, 4)) + later,
    from: addMonths(schemeYear.from, 12 * later),
    to: addMonths(schemeYear.to, 12 * later),
  }))
  const payDays =
    interval === 'calendar-month'
      ? monthlyPayDays(calendar, schemeYear, count)
      : steppedPayDays(calendar, schemeYear, { ...interval, years: count })
  const periods = years.flatMap(({ year, from, to }) =>
    payDays
      .filter((payOn) => from <= payOn && payOn <= to)
      .map((payOn, index) => ({
        year,
        number: index + 1,
        ...spanOf(calendar, payOn, index + 1),
        cutOffOn: addDays(payOn, -calendar.cutOffDays),
        payOn,
      })),
  )
  const reachedOnLastDay = periods.filter(({ cutOffOn }) => cutOffOn >= schemeYear.to)
  const longest = reachedOnLastDay[instalments - 1]?.payOn ?? schemeYear.to
  const aYearOn = addMonths(schemeYear.to, 12)
  return periods.filter(({ payOn }) => payOn <= aYearOn || payOn <= longest)
}

function spanOf(
  { frequency }: PayCalendar,
  payOn: IsoDate,
  number: number,
): Pick<PayPeriod, 'label' | 'startsOn' | 'endsOn'> {
  const { interval } = payFrequencies[frequency]
  if (interval === 'calendar-month') {
    const startsOn = firstOfMonth(payOn)
    return { label: showMonth(payOn), startsOn, endsOn: addDays(addMonths(startsOn, 1), -1) }
  }
  return { label: `${interval.label} ${number}`, startsOn: addDays(payOn, 1 - interval.days), endsOn: payOn }
}

function monthlyPayDays(
  { payDay = 'last-working-day', holidays }: PayCalendar,
  { from }: { from: IsoDate },
  years: number,
): IsoDate[] {
  const first = firstOfMonth(from)
  return Array.from({ length: 12 * years + 2 }, (_, index) => {
    const month = addMonths(first, index)
    const last = addDays(addMonths(month, 1), -1)
    if (payDay === 'last-working-day') return workingDayUpTo(last, holidays)
    const payDate = addDays(month, payDay - 1)
    return payDate < last ? payDate : last
  })
}

function steppedPayDays(
  { firstPayDay }: PayCalendar,
  { from }: { from: IsoDate },
  { days, years }: { days: number; years: number },
): IsoDate[] {
  return Array.from({ length: Math.ceil((366 * years + 10) / days) }, (_, index) =>
    addDays(firstPayDay ?? from, index * days),
  )
}

function workingDayUpTo(date: IsoDate, holidays: ReadonlySet<IsoDate>): IsoDate {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const isWorked = weekday !== 0 && weekday !== 6 && !holidays.has(date)
  return isWorked ? date : workingDayUpTo(addDays(date, -1), holidays)
}

function firstOfMonth(date: IsoDate): IsoDate {
  return addDays(date, 1 - Number(date.slice(8, 10)))
}
