import { z } from 'zod'
import { isoDate, type IsoDate } from '../../contract/dates.ts'

const relativeDay = /^(today|startOfMonth|startOfTaxYear|endOfTaxYear)((?:[+-]\d{1,4}[dwmy])*)$/

export function isDay(text: string): boolean {
  return relativeDay.test(text) || isoDate.safeParse(text).success
}

export const day = z
  .string()
  .refine(isDay, 'Please give a day as yyyy-mm-dd, or relative such as today-10d or startOfTaxYear')

/** Returns the date of a text that `isDay` accepts, such as '2026-04-06' or 'today-10d'. Throws a RangeError for other text. */
export function resolveDay(text: string, today: IsoDate): IsoDate {
  const relative = relativeDay.exec(text)
  if (relative === null) {
    const date = isoDate.safeParse(text)
    if (!date.success) throw new RangeError(`"${text}" is not a day`)
    return date.data
  }
  const offsets = (relative[2] ?? '').match(/[+-]\d+[dwmy]/g) ?? []
  return offsets.reduce<IsoDate>(
    (date, offset) => shift(date, Number.parseInt(offset, 10), offset.at(-1) ?? 'd'),
    anchor(relative[1], today),
  )
}

function startOfTaxYear(date: IsoDate): IsoDate {
  const year = Number(date.slice(0, 4))
  return iso(date.slice(5) >= '04-06' ? year : year - 1, 4, 6)
}

export function addMonths(date: IsoDate, months: number): IsoDate {
  return shift(date, months, 'm')
}

function anchor(name: string | undefined, today: IsoDate): IsoDate {
  if (name === 'startOfMonth') return iso(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 1)
  if (name === 'startOfTaxYear') return startOfTaxYear(today)
  if (name === 'endOfTaxYear') return shift(shift(startOfTaxYear(today), 1, 'y'), -1, 'd')
  return today
}

function shift(date: IsoDate, count: number, unit: string): IsoDate {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  if (unit === 'd') return iso(year, month, dayOfMonth + count)
  if (unit === 'w') return iso(year, month, dayOfMonth + 7 * count)
  const months = month + (unit === 'y' ? 12 * count : count)
  const lastDay = new Date(Date.UTC(year, months, 0)).getUTCDate()
  return iso(year, months, Math.min(dayOfMonth, lastDay))
}

function iso(year: number, month: number, dayOfMonth: number): IsoDate {
  // Date.UTC normalises days and months out of range, and its ISO form starts yyyy-mm-dd.
  return new Date(Date.UTC(year, month - 1, dayOfMonth)).toISOString().slice(0, 10) as IsoDate
}
