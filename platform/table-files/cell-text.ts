import { tableFaults } from './table-file.messages.ts'
import { TableRefused, type ParsedCell } from './table.ts'

/** How a sheet shows its numbers: plain, as dates, or padded with zeros to a length. */
export type NumberFormat = 'number' | 'date' | { digits: number }

/** Formats built into Excel: 14 to 22 and 45 to 47 are dates and times, as are some East Asian ones. */
export function builtInFormat(id: number): NumberFormat {
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
  return isDate ? 'date' : 'number'
}

/** Classifies a workbook's own format: a date if it contains a date part outside quotation marks and brackets. */
export function customFormat(code: string): NumberFormat {
  const [positive = ''] = code.split(';')
  if (/^0{2,}$/.test(positive)) return { digits: positive.length }
  const signs = positive
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[([^[\]]*)\]/g, (_, inside: string) => (/^(?:h+|m+|s+)$/i.test(inside) ? inside : ''))
    .replaceAll(/general/gi, '')
  return /[dmyhs]/i.test(signs) ? 'date' : 'number'
}

const millisecondsOfDay = 86_400_000
/** Day 0 of serial numbers from 1 March 1900 on: Excel counts a 29 February 1900, which never existed. */
const dayZeroOf1900 = Date.UTC(1899, 11, 30)
const dayZeroOf1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999, Excel's last day. */
const lastDay = 2_958_465

/** Returns a number as a sheet shows it, without grouping: 45000, 72.1, 2026-11-30, 00042. */
export function numberText(written: string, format: NumberFormat, since: 1900 | 1904): ParsedCell {
  const number = Number(written)
  if (written.trim() === '' || !Number.isFinite(number)) throw new TableRefused('damaged')
  if (format === 'date') return dayText(number, since) ?? { value: decimal(number), fault: tableFaults.noDate }
  const text = decimal(number)
  return format !== 'number' && /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text
}

/** Returns yyyy-mm-dd, followed by the time if there is one. With a time, a date column rejects the value. */
function dayText(serial: number, since: 1900 | 1904): string | undefined {
  const isNoDay = since === 1900 && serial >= 60 && serial < 61
  if (serial < 0 || serial >= lastDay + 1 || isNoDay) return undefined
  const seconds = Math.round((serial % 1) * 86_400) * 1000
  const early = since === 1900 && serial < 60 ? 1 : 0
  const zero = since === 1900 ? dayZeroOf1900 : dayZeroOf1904
  const moment = new Date(zero + (Math.floor(serial) + early) * millisecondsOfDay + seconds).toISOString()
  const [day = '', time = ''] = moment.slice(0, 19).split('T')
  if (serial < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Returns the number without exponent. Excel shows 15 digits; further digits are binary rounding noise. */
function decimal(number: number): string {
  const text = String(Number(number.toPrecision(15)))
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []
  if (exponent === undefined) return text
  const shift = Number(exponent)
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
  return `${sign}${whole}${fraction.padEnd(shift, '0')}`
}
