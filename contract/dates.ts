import { z } from 'zod'

/** A calendar date, yyyy-mm-dd, without a time zone. */
export type IsoDate = string & z.$brand<'IsoDate'>
export const isoDate = z.iso.date('Please enter a date as yyyy-mm-dd').brand<'IsoDate'>()

export const isoMoment = z.iso.datetime()

const londonParts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' })

/** Returns the date in Europe/London at a moment. Benefits, windows and pay use it. */
export function londonDate(moment: Date): IsoDate {
  // The en-CA short format is yyyy-mm-dd.
  return londonParts.format(moment) as IsoDate
}

/** Compares to the microsecond. Texts cannot be compared, because their fractions differ in length. */
export function isEarlier(moment: string, than: string): boolean {
  return inMicroseconds(moment) < inMicroseconds(than)
}

function inMicroseconds(moment: string): string {
  return moment.slice(0, 19) + moment.slice(20, -1).padEnd(6, '0')
}

/** Returns '21/11/2026' (requirement PROD-08). */
export function showDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

export function addDays(date: IsoDate, days: number): IsoDate {
  // The first ten characters of an ISO moment are an IsoDate.
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10) as IsoDate
}

export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns '1 December 2026', for sentences. */
export function showLongDate(date: string): string {
  return dayFormat.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns 'November 2026'. */
export function showMonth(date: string): string {
  return monthFormat.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
}
