import { tableFaults } from './table-file.messages.ts'
import type { ParsedCell } from './table.ts'

/** How a sheet shows a number. A mask such as `NR0000` has the texts before, between and after its digits. */
export type NumberFormat =
  | 'number'
  | 'date'
  | 'hours'
  | 'shortened'
  | { mask: readonly string[] }
  | { decimals: number }
  | { currency: string }

export function builtInFormat(id: number): NumberFormat {
  if ([2, 4, 7, 8, 39, 40, 43, 44].includes(id)) return { decimals: 2 }
  if (id === 11 || id === 48) return 'shortened'
  if (id === 46) return 'hours'
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
  return isDate ? 'date' : 'number'
}

export function customFormat(code: string): NumberFormat {
  const [positive = ''] = code.split(';')
  const inBrackets = currencyInBrackets(positive)
  if (inBrackets !== undefined) return { currency: inBrackets }
  // In `"KR"0000`, the letters are part of an employee number.
  const mask = maskOf(positive)
  if (mask !== undefined) return { mask }
  const currency = writtenCurrency(positive)
  if (currency !== undefined) return { currency }
  const signs = positive
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[([^[\]]*)\]/g, (whole, inside: string) => (/^(?:h+|m+|s+)$/i.test(inside) ? whole : ''))
    .replaceAll(/general/gi, '')
  if (/\[h+\]/i.test(signs)) return 'hours'
  if (/[0#?]E[+-]/i.test(signs)) return 'shortened'
  if (/[dmyhs]/i.test(signs)) return 'date'
  if (signs.includes('%')) return 'number'
  const decimals = /\.(0{2,6})/.exec(signs)?.[1]?.length
  return decimals === undefined ? 'number' : { decimals }
}

/** Returns the currency of a format such as `[$€-407]#,##0.00`, except pounds. */
function currencyInBrackets(format: string): string | undefined {
  const [, currency] = /\[\$([^[\]-]+)/.exec(format) ?? []
  return currency === undefined || /£|GBP/.test(currency) ? undefined : currency.trim()
}

/** As in cell-values.rules.ts: the process that reads files may load only this folder. */
const otherCurrency = /(?!£)\p{Sc}|(?<!\p{L})(?:EUR|USD|CHF|PLN|SEK|NOK|DKK|CAD|AUD|INR|JPY|kr)(?!\p{L})|zł|Kč/iu

/** Returns the currency of a number format such as `"CHF" 0.00`, except pounds. */
function writtenCurrency(format: string): string | undefined {
  const written = format.replaceAll(/\[[^[\]]*\]/g, '')
  return /£|GBP/.test(written) || !/[0#]/.test(written) ? undefined : otherCurrency.exec(written)?.[0]
}

const literal = String.raw`"[^"]*"|\\.|[- ]`
const maskPart = new RegExp(`[0#]|${literal}`, 'g')
const maskForm = new RegExp(`^((?:${literal})*)(#*)((?:0|${literal})*)$`)

function maskOf(format: string): string[] | undefined {
  const plain = format
    .replaceAll(/("[^"]*"|\\.)|[_*].|\[[^[\]]*\]/g, '$1')
    .replaceAll(/("[^"]*"|\\.)|general/gi, (_, text?: string) => text ?? '#')
  const [found, before = '', more = '', rest = ''] = maskForm.exec(plain) ?? []
  // `###-0000` has digits before and after its hyphen, so texts cannot be added at one place.
  if (found === undefined || (more !== '' && /^[^0].*0/.test(rest))) return undefined
  const digits = rest.includes('0') ? rest : more.slice(0, 1) + rest
  const mask = ['']
  for (const part of `${before}${digits}`.match(maskPart) ?? [])
    if (part === '0' || part === '#') mask.push('')
    else mask.push(`${mask.pop()}${part.replace(/^\\/, '').replaceAll('"', '')}`)
  return mask.length > 2 || (mask.length === 2 && /[\p{L}\p{N}]/u.test(mask[0] ?? '')) ? mask : undefined
}

const millisecondsOfDay = 86_400_000
/** Day 0 of serial numbers from 1 March 1900 on: Excel counts a 29 February 1900, which never existed. */
const dayZeroOf1900 = Date.UTC(1899, 11, 30)
const dayZeroOf1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999, Excel's last day. */
const lastDay = 2_958_465
/** A workbook stores at most 15 digits of a number. */
const tooManyDigits = 1e15

export function numberText(written: string, format: NumberFormat, since: 1900 | 1904): ParsedCell {
  const number = Number(written)
  if (written.trim() === '' || !Number.isFinite(number)) return { value: written, fault: tableFaults.noNumber }
  if (format === 'date') {
    // A formula that refers to an empty cell has this result.
    if (number === 0 && since === 1900) return { value: '00/01/1900', fault: tableFaults.emptyDate }
    return dayText(number, since) ?? { value: written, fault: tableFaults.noDate }
  }
  if (Math.abs(number) >= tooManyDigits) return { value: written, fault: tableFaults.longNumber }
  if (format === 'number') return decimal(number)
  if (format === 'shortened') return { value: written, fault: tableFaults.shortened }
  if (format === 'hours') return hoursText(number)
  if ('currency' in format) return `${format.currency} ${decimal(number)}`
  if ('decimals' in format) return rounded(decimal(number), format.decimals)
  const text = decimal(number)
  return /^\d+$/.test(text) ? masked(text, format.mask) : text
}

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

function hoursText(days: number): string {
  const minutes = Math.round(days * 24 * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Returns the number without exponent. Excel shows 15 digits; further digits are binary rounding noise. */
function decimal(number: number): string {
  const text = String(Number(number.toPrecision(15)))
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []
  if (exponent === undefined) return text
  return `${sign}0.${'0'.repeat(-Number(exponent) - 1)}${whole}${fraction}`
}

function rounded(text: string, decimals: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (fraction.length <= decimals) return text
  const up = (fraction[decimals] ?? '0') >= '5' ? 1n : 0n
  const digits = String(BigInt(whole + fraction.slice(0, decimals)) + up).padStart(decimals + 1, '0')
  const rest = String(Number(`0.${digits.slice(-decimals)}`)).slice(2)
  return `${sign}${digits.slice(0, -decimals)}${rest === '' ? '' : `.${rest}`}`
}

function masked(digits: string, mask: readonly string[]): string {
  const padded = digits.padStart(mask.length - 1, '0')
  // If a number has more digits than the mask has zeros, the extra digits are written at the first zero.
  const extra = padded.length - (mask.length - 1)
  return mask
    .map((part, index) => (index === 0 ? part + padded.slice(0, extra) : padded.charAt(extra + index - 1) + part))
    .join('')
}
