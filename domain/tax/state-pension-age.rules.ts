import { isoDate, type IsoDate } from '../../contract/dates.ts'

export const statePensionAgeSource =
  'Pensions Act 1995, Schedule 4, paragraph 1, amended by Pensions Act 2014, section 26; GOV.UK, State Pension age timetable'

/** State Pension ages of people born from each date on. Leaves out the increase to 68 from 2044 (Pensions Act 2007). */
export const statePensionAges: readonly { bornFrom: IsoDate; years: number; months: number }[] = [
  row('1900-01-01', 66),
  row('1960-04-06', 66, 1),
  row('1960-05-06', 66, 2),
  row('1960-06-06', 66, 3),
  row('1960-07-06', 66, 4),
  row('1960-08-06', 66, 5),
  row('1960-09-06', 66, 6),
  row('1960-10-06', 66, 7),
  row('1960-11-06', 66, 8),
  row('1960-12-06', 66, 9),
  row('1961-01-06', 66, 10),
  row('1961-02-06', 66, 11),
  row('1961-03-06', 67),
]

function row(bornFrom: string, years: number, months = 0) {
  return { bornFrom: isoDate.parse(bornFrom), years, months }
}

/** Returns the day on which a person reaches State Pension age; the month's last day if the month has no such day. */
export function reachesStatePensionAgeOn(dateOfBirth: IsoDate): IsoDate {
  const { years, months } = statePensionAges.findLast(({ bornFrom }) => bornFrom <= dateOfBirth) ?? {
    years: 66,
    months: 0,
  }
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number)
  const inMonths = (year + years) * 12 + (month - 1) + months
  const [toYear, toMonth] = [Math.floor(inMonths / 12), (inMonths % 12) + 1]
  // A birthday on 29 February falls on 1 March outside leap years. A day reached by added months stays within its month.
  const lastDay = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  if (months === 0 && day > lastDay) return isoDate.parse(`${toYear}-03-01`)
  return isoDate.parse(`${toYear}-${two(toMonth)}-${two(Math.min(day, lastDay))}`)
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
