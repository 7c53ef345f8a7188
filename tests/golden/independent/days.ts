/** A day as the number of days since 1 January 1600. Texts are yyyy-mm-dd. */
export type Day = number

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const ordinary = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const leap = ordinary.with(1, 29)

export function lengthOfMonth(year: number, month: number): number {
  return (isLeap(year) ? leap : ordinary)[month - 1] ?? 0
}

/** The first day of each year from 1600 on. More years are added when needed. */
const firstDays: Day[] = [0]

function firstDayOf(year: number): Day {
  while (firstDays.length <= year - 1600) {
    const last = 1600 + firstDays.length - 1
    firstDays.push((firstDays.at(-1) ?? 0) + (isLeap(last) ? 366 : 365))
  }
  return firstDays[year - 1600] ?? 0
}

export function dayOf(year: number, month: number, date: number): Day {
  let days = firstDayOf(year)
  for (let before = 1; before < month; before += 1) days += lengthOfMonth(year, before)
  return days + date - 1
}

export function calendar(day: Day): { year: number; month: number; date: number } {
  // Starts with a year that is too early or right, because no year is longer than 366 days.
  let year = 1600 + Math.floor(day / 366)
  while (firstDayOf(year + 1) <= day) year += 1
  let [month, left] = [1, day - firstDayOf(year)]
  while (left >= lengthOfMonth(year, month)) {
    left -= lengthOfMonth(year, month)
    month += 1
  }
  return { year, month, date: left + 1 }
}

const two = (number: number) => String(number).padStart(2, '0')

export function iso(day: Day): string {
  const { year, month, date } = calendar(day)
  return `${year}-${two(month)}-${two(date)}`
}

export function shownDate(day: Day): string {
  const { year, month, date } = calendar(day)
  return `${date} ${months[month - 1]} ${year}`
}

const months = 'January February March April May June July August September October November December'.split(' ')

export function shownMonth(day: Day): string {
  const { year, month } = calendar(day)
  return `${months[month - 1]} ${year}`
}

export function day(text: string): Day {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
  return dayOf(year, month, date)
}

/** Adds months. If the resulting month is too short, returns its last day. */
export function monthsLater(start: Day, months: number): Day {
  const { year, month, date } = calendar(start)
  const count = year * 12 + month - 1 + months
  const [laterYear, laterMonth] = [Math.floor(count / 12), (count % 12) + 1]
  return dayOf(laterYear, laterMonth, Math.min(date, lengthOfMonth(laterYear, laterMonth)))
}

export function firstOfMonthAfter(start: Day): Day {
  const { year, month } = calendar(start)
  return monthsLater(dayOf(year, month, 1), 1)
}

/** The tax year, which starts on 6 April. */
export function taxYearOf(today: Day): { from: Day; to: Day } {
  const { year } = calendar(today)
  const from = today < dayOf(year, 4, 6) ? dayOf(year - 1, 4, 6) : dayOf(year, 4, 6)
  return { from, to: monthsLater(from, 12) - 1 }
}

/** Converts 'today-10d', 'startOfTaxYear+18d' or a plain date to a day, relative to `today`. */
export function resolved(text: string, today: Day): Day {
  const anchored = /^(today|startOfMonth|startOfTaxYear|endOfTaxYear)(.*)$/.exec(text)
  if (!anchored) return day(text)
  const { year, month } = calendar(today)
  const anchors: Record<string, Day> = {
    today,
    startOfMonth: dayOf(year, month, 1),
    startOfTaxYear: taxYearOf(today).from,
    endOfTaxYear: taxYearOf(today).to,
  }
  let at = anchors[anchored[1] ?? ''] ?? today
  for (const [, count = '0', unit = 'd'] of (anchored[2] ?? '').matchAll(/([+-]\d+)([dwmy])/g)) {
    const many = Number(count)
    at = unit === 'd' ? at + many : unit === 'w' ? at + 7 * many : monthsLater(at, unit === 'm' ? many : 12 * many)
  }
  return at
}

/** Returns the age in whole years on a day. A person born on 29 February has the birthday on 1 March in other years. */
export function age(born: Day, on: Day): number {
  const { year, month, date } = calendar(born)
  const birthdays = calendar(on).year - year
  return birthday(year + birthdays) <= on ? birthdays : birthdays - 1

  function birthday(of: number): Day {
    return date > lengthOfMonth(of, month) ? dayOf(of, month + 1, 1) : dayOf(of, month, date)
  }
}
