import type { IsoDate } from '../../contract/dates.ts'
import { addDays, showMonth } from '../../contract/dates.ts'
import { addMonths } from './day.rules.ts'

export type PayCalendar = {
  frequency: 'monthly' | 'four-weekly' | 'fortnightly' | 'weekly'
  payDay?: number | 'last-working-day' | undefined
  firstPayDay?: IsoDate | undefined
  cutOffDays: number
  /** Besides weekends, the days that are no working days. */
  holidays: ReadonlySet<IsoDate>
}

/** Whose bank holidays a payroll keeps. */
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
 * The pay periods whose pay day lies in the scheme year or in the year after it, since instalments outlast a scheme year.
 * A monthly period is the calendar month of its pay day; a weekly one ends on its pay day. Each is numbered within its
 * pay year, which begins where the scheme year began.
 */
export function payPeriods(calendar: PayCalendar, schemeYear: { from: IsoDate; to: IsoDate }): PayPeriod[] {
  const years = [0, 1].map((later) => ({
    year: Number(schemeYear.from.slice(0, 4)) + later,
    from: addMonths(schemeYear.from, 12 * later),
    to: addMonths(schemeYear.to, 12 * later),
  }))
  const payDays =
    calendar.frequency === 'monthly' ? monthlyPayDays(calendar, schemeYear) : steppedPayDays(calendar, schemeYear)
  return years.flatMap(({ year, from, to }) =>
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
}

function spanOf(
  { frequency }: PayCalendar,
  payOn: IsoDate,
  number: number,
): Pick<PayPeriod, 'label' | 'startsOn' | 'endsOn'> {
  if (frequency === 'monthly') {
    const startsOn = firstOfMonth(payOn)
    return { label: showMonth(payOn), startsOn, endsOn: addDays(addMonths(startsOn, 1), -1) }
  }
  const label =
    frequency === 'four-weekly'
      ? `Period ${number}`
      : frequency === 'fortnightly'
        ? `Fortnight ${number}`
        : `Week ${number}`
  return { label, startsOn: addDays(payOn, 1 - lengthInDays[frequency]), endsOn: payOn }
}

const lengthInDays = { weekly: 7, fortnightly: 14, 'four-weekly': 28 }

function monthlyPayDays(
  { payDay = 'last-working-day', holidays }: PayCalendar,
  { from }: { from: IsoDate },
): IsoDate[] {
  const first = firstOfMonth(from)
  return Array.from({ length: 26 }, (_, index) => {
    const month = addMonths(first, index)
    const last = addDays(addMonths(month, 1), -1)
    if (payDay === 'last-working-day') return workingDayUpTo(last, holidays)
    const wanted = addDays(month, payDay - 1)
    return wanted < last ? wanted : last
  })
}

function steppedPayDays({ frequency, firstPayDay }: PayCalendar, { from }: { from: IsoDate }): IsoDate[] {
  const step = frequency === 'monthly' ? 28 : lengthInDays[frequency]
  return Array.from({ length: Math.ceil(740 / step) }, (_, index) => addDays(firstPayDay ?? from, index * step))
}

/** The date itself, or the last day before it that is neither of a weekend nor a bank holiday. */
function workingDayUpTo(date: IsoDate, holidays: ReadonlySet<IsoDate>): IsoDate {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const isWorked = weekday !== 0 && weekday !== 6 && !holidays.has(date)
  return isWorked ? date : workingDayUpTo(addDays(date, -1), holidays)
}

function firstOfMonth(date: IsoDate): IsoDate {
  return addDays(date, 1 - Number(date.slice(8, 10)))
}
