import { dobMessages } from './date-of-birth.messages.ts'

/** The three boxes of a date of birth. As text: '' if empty, yyyy-mm-dd if complete (FORM-12), otherwise partial ('--17'). */
export type DateParts = { day: string; month: string; year: string }

export const datePartNames = ['day', 'month', 'year'] as const
export type DatePart = (typeof datePartNames)[number]

export const partDigits = { day: 2, month: 2, year: 4 } as const

/** Earliest valid year (FORM-14). The latest valid year is the current year. */
const EARLIEST_BIRTH_YEAR = 1900

export function datePartsOf(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

export function dateOfParts({ day, month, year }: DateParts): string {
  return day || month || year ? `${year}-${month}-${day}` : ''
}

export function isWholeDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value)
}

export function dobProblem(value: string, today: string): string | null {
  if (value === '') return dobMessages.required
  const { day, month, year } = datePartsOf(value)
  const isInCalendar = isInside(month, 1, 12) && isInside(day, 1, daysIn({ month, year }))
  return isWholeDate(value) && isInCalendar && isBirthYear(year, today) && value <= today ? null : dobMessages.invalid
}

export function isBirthYear(year: string, today: string): boolean {
  return year.length < partDigits.year || isInside(year, EARLIEST_BIRTH_YEAR, yearOf(today))
}

/** Returns the number of days in a month: 31 for an unknown month, 29 for February of an unknown year. */
export function daysIn({ month, year }: Pick<DateParts, 'month' | 'year'>): number {
  const number = Number(month)
  if (number < 1 || number > 12) return 31
  const leapYear = 2000
  return new Date(Date.UTC(year.length === 4 ? Number(year) : leapYear, number, 0)).getUTCDate()
}

/** Replaces one part by the digits of the typed text. Impossible dates remain, and are shown as an error (FORM-19). */
export function withPart(parts: DateParts, part: DatePart, typed: string): DateParts {
  return { ...parts, [part]: typed.replaceAll(/\D/g, '').slice(0, partDigits[part]) }
}

export function isDatePartComplete(part: DatePart, digits: string): boolean {
  if (digits.length === partDigits[part]) return true
  return part === 'year' ? false : Number(digits) > (part === 'day' ? 3 : 1)
}

export function padDatePart(part: DatePart, digits: string): string {
  return part === 'year' || digits === '' ? digits : digits.padStart(partDigits[part], '0')
}

/** Changes one part by 1 within its limits (FORM-11, FORM-15). An empty year becomes this year. */
export function stepDatePart(parts: DateParts, part: DatePart, step: 1 | -1, today: string): DateParts {
  const bounds = {
    day: [1, daysIn(parts)],
    month: [1, 12],
    year: [EARLIEST_BIRTH_YEAR, yearOf(today)],
  } as const
  const [minimum, maximum] = bounds[part]
  const first = part === 'year' ? maximum : minimum
  const next = parts[part] === '' ? first : Math.min(maximum, Math.max(minimum, Number(parts[part]) + step))
  const stepped = { ...parts, [part]: padDatePart(part, String(next)) }
  const last = daysIn(stepped)
  return Number(stepped.day) > last ? { ...stepped, day: String(last) } : stepped
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parses a date such as '17/05/1990', '17 May 1990', '1990-05-17' or '17051990'; null for other text. */
export function pastedDate(text: string): DateParts | null {
  const bare = text.trim().toLowerCase()
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(bare) ?? []
  if (isoYear && isoMonth && isoDay) return whole(isoDay, isoMonth, isoYear)
  const [, day, month, year] =
    /^(\d{1,2})[ ./-]([a-z]{3,9}|\d{1,2})[ ./-](\d{4})$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(bare) ?? []
  return day && month && year ? whole(day, month, year) : null
}

function whole(day: string, month: string, year: string): DateParts | null {
  const named = monthNames.indexOf(month.slice(0, 3)) + 1
  const number = /\d/.test(month) ? Number(month) : named
  if (number < 1) return null
  return { day: padDatePart('day', day), month: padDatePart('month', String(number)), year }
}

function isInside(digits: string, minimum: number, maximum: number): boolean {
  return /^\d+$/.test(digits) && Number(digits) >= minimum && Number(digits) <= maximum
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}
