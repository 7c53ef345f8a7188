import { z } from 'zod'

export type IsoDate = string & z.$brand<'IsoDate'>
export const isoDate = z.iso.date('Please enter a date as yyyy-mm-dd').brand<'IsoDate'>()

export const isoMoment = z.iso.datetime()

const londonDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

export function londonDate(moment: Date): IsoDate {
  const parts = new Map(londonDay.formatToParts(moment).map(({ type, value }) => [type, value]))
  // Browsers order and separate the parts differently, even for locales that usually write yyyy-mm-dd.
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}` as IsoDate
}

/** Compares ISO moments to the microsecond. Comparing them as text would fail, because their number of decimals differs. */
export function isEarlier(moment: string, than: string): boolean {
  return inMicroseconds(moment) < inMicroseconds(than)
}

function inMicroseconds(moment: string): string {
  return moment.slice(0, 19) + moment.slice(20, -1).padEnd(6, '0')
}

/** Returns '21/11/2026', for files and the password calls. */
export function numericDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

/** Limited to the years 1 to 9999, because an ISO date has a four-digit year. */
export function addDays(date: IsoDate, days: number): IsoDate {
  const moment = Date.parse(`${date}T00:00:00Z`) + days * 86_400_000
  // The first ten characters of an ISO moment are an IsoDate.
  return new Date(Math.min(Math.max(moment, firstDay), lastDay)).toISOString().slice(0, 10) as IsoDate
}

const firstDay = Date.parse('0001-01-01T00:00:00Z')
const lastDay = Date.parse('9999-12-31T00:00:00Z')

export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns '21 November 2026' (requirement PROD-08), or a text that is not a date unchanged. */
export function showDate(date: string): string {
  return formatDate(dayFormat, date)
}

const shortDayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Returns '21 Nov 2026', for charts, dense lists and tables of commands. */
export function showShortDate(date: string): string {
  return formatDate(shortDayFormat, date)
}

function formatDate(format: Intl.DateTimeFormat, date: string): string {
  const moment = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(moment) ? date : format.format(moment)
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function showMonth(date: string): string {
  return monthFormat.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
}
