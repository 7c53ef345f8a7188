import { isoDate, showDate, type IsoDate } from '../../contract/dates.ts'

/** Returns an unambiguous date (`1 Oct 2026`, `2026/10/01`, `05/05/1990`) as yyyy-mm-dd. Returns other text unchanged. */
export function plainDate(written: string): string {
  const text = written.replaceAll(/[\u2010-\u2015\u2212]/g, '-')
  if (isIso.test(text) || text === '') return text
  const day = text.replace(midnight, '')
  const [, first, , second, ofYear] = numbers.exec(day) ?? []
  if (first !== undefined && Number(first) === Number(second)) return dateOf(ofYear, second, first) ?? text
  const form = [yearFirst, digitsOnly, dayAndName, nameAndDay].find((each) => each.test(day))
  const { year, month, name = '', day: number } = form?.exec(day)?.groups ?? {}
  return dateOf(year, month ?? monthNumber(name), number) ?? text
}

export const isIso = /^\d{4}-\d{2}-\d{2}$/
const midnight =
  /(?:T|,? )(?:0?0:00(?::00(?:[.,]0+)?)?(?: ?(?:Z|(?:GMT|UTC)?(?:[+-]\d{2}(?::?\d{2})?)?)(?: \([^()]*\))?)?|12:00(?::00(?:[.:]0+)?)? ?AM)$|(?<=^\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})$| 00:00:00 [A-Z]{3,4}(?= \d{4}$)/i
const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/
const digitsOnly = /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/
const weekday = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?`
const dayAndName = new RegExp(
  String.raw`^${weekday}(?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ]*(?<name>[a-z]{3,9})\.?,?[-/. ]*(?<year>\d{4})$`,
  'i',
)
const nameAndDay = new RegExp(
  String.raw`^${weekday}(?<name>[a-z]{3,9})\.? +(?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$`,
  'i',
)

const months = 'january february march april may june july august september october november december'.split(' ')

function monthNumber(name: string): string | undefined {
  const at = months.findIndex((month) => month.startsWith(name.toLowerCase()))
  return at < 0 ? undefined : String(at + 1)
}

function dateOf(year: string | undefined, month: string | undefined, day: string | undefined): IsoDate | undefined {
  const date = isoDate.safeParse(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`)
  return date.success ? date.data : undefined
}

const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/

export const hasOrder = (text: string): boolean => numbers.test(text.replace(midnight, ''))

export function dayFirstDate(text: string): string {
  const [, day, , month, year] = numbers.exec(text.replace(midnight, '')) ?? []
  return dateOf(year, month, day) ?? text
}

/** Finds the order of dates such as `03/04/1990`: day first if one date requires it and none requires the month first. */
export class WrittenDates {
  #dayFirst = 0
  #monthFirst = 0
  #example: string | undefined

  add(text: string): void {
    const [, first, , second] = numbers.exec(text.replace(midnight, '')) ?? []
    if (first === undefined) return
    if (Number(first) > 12 && Number(second) > 12) return
    if (Number(first) <= 12 && Number(second) <= 12) return
    if (Number(second) > 12) this.#monthFirst += 1
    else {
      this.#dayFirst += 1
      if (dayFirstDate(text) !== text) this.#example ??= text
    }
  }

  get areDayFirst(): boolean {
    return this.#monthFirst === 0 && this.#dayFirst > 0
  }

  get example(): string | undefined {
    return this.#example
  }
}

export function dateFault(text: string): string {
  const [, first = '', , second = '', year = ''] = numbers.exec(text.replace(midnight, '')) ?? []
  if (year !== '') {
    const [dayFirst, monthFirst] = [dateOf(year, second, first), dateOf(year, first, second)]
    if (dayFirst && monthFirst && dayFirst !== monthFirst)
      return `could be ${showDate(dayFirst)} or ${showDate(monthFirst)}, and nothing in the file shows which. ${wayOut}`
    if (dayFirst)
      return `does not fit the other dates of the file, whose day and month a program may have swapped. ${wayOut}`
    return monthFirst ? `has the month before the day. ${wayOut}` : notInCalendar
  }
  if (isIso.test(text)) return notInCalendar
  if (/^\d{5,7}(?:\.\d+)?$/.test(text))
    return 'is the number of a day, as spreadsheets store dates. Please format the column as a date, or write dates as yyyy-mm-dd'
  if (/^(?:\d{6}|\d{1,2}[-/. ]+\d{1,2}[-/. ]+\d{2}|\d{1,2}[-/. ]*[a-z]{3,9}[-/. ]*\d{2})$/i.test(text))
    return `has a year of two digits. ${wayOut}`
  if (/\d[T ]\d{1,2}:\d{2}/.test(text)) return 'has a time of day. Please write the date only, as yyyy-mm-dd'
  return 'must be a date as yyyy-mm-dd'
}

const notInCalendar = 'is not a day of the calendar'
const wayOut = 'Please write dates as yyyy-mm-dd, or use cells with a date format in an Excel workbook (.xlsx)'
