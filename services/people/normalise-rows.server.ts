import { LineNumbers } from '../../platform/table-files/line-numbers.ts'
import { storedEmail } from '../../contract/email.ts'
import { nonLatinLetterIn, plainNiNumber } from './cell-values.rules.ts'
import { dateColumns, wordsForNoValue } from './people-csv.rules.ts'
import { dayFirstDate, hasOrder, isIso, plainDate, WrittenDates } from './date-formats.rules.ts'
import { showDate } from '../../contract/dates.ts'

type Options = {
  columns: readonly string[]
  isWorkbook: boolean
  dayFirst: boolean
}

/** Writes addresses, dates and NI numbers in one form. Removes end dates in the far future, and words for “no value”. */
export function normaliseRows({ columns, isWorkbook, dayFirst }: Options) {
  const written = new WrittenDates()
  const days = new Set<number>()
  const kinds = new Map<number, { ordered: boolean; plain: boolean }>()
  const addresses = new LineNumbers()
  const endings = new LineNumbers()
  const ordered = new LineNumbers()
  const empties = new LineNumbers()
  let emptyWord: string | undefined
  const optional = columns.flatMap((column, place) => {
    const words = wordsForNoValue.get(column)
    return words ? [{ place, words }] : []
  })
  const places = columns.flatMap((column, place) => {
    const kind = kindOf(column)
    return kind ? [{ place, kind }] : []
  })

  const tidyDate = (cell: string, { line, place }: { line: number; place: number }): string => {
    if (cell === '') return cell
    const plain = plainDate(cell)
    const read = dayFirst ? dayFirstDate(plain) : plain
    if (read !== plain) ordered.add(line)
    const isOrdered = hasOrder(plain)
    if (isOrdered) written.add(plain)
    if (isWorkbook && isIso.test(cell)) days.add(Number(plain.slice(8)))
    const kind = kinds.get(place) ?? { ordered: false, plain: false }
    kinds.set(place, { ordered: kind.ordered || isOrdered, plain: kind.plain || (!isOrdered && isIso.test(cell)) })
    return read
  }
  const tidied = (cell: string, kind: Kind, at: { line: number; place: number }): string => {
    switch (kind) {
      case 'email': {
        const address = plainAddress(cell)
        if (address !== cell) addresses.add(at.line)
        // Letters of other alphabets remain as written, for the list of faults.
        return isPlain(address) || nonLatinLetterIn(address) !== undefined ? address : storedEmail(address)
      }
      case 'ni-number':
        return plainNiNumber(cell)
      case 'end-date': {
        const date = tidyDate(cell, at)
        if (!isEndless(date)) return date
        endings.add(at.line)
        return ''
      }
      case 'date':
        return tidyDate(cell, at)
    }
  }

  return {
    tidy: (line: number, cells: string[]): string[] => {
      for (const { place, words } of optional) {
        const cell = cells[place] ?? ''
        if (cell === '' || cell.length > 20 || !words.some((word) => word.test(cell))) continue
        emptyWord ??= cell
        empties.add(line)
        cells[place] = ''
      }
      for (const { place, kind } of places) cells[place] = tidied(cells[place] ?? '', kind, { line, place })
      return cells
    },
    /** False for a workbook if Excel may have converted the texts that fit its own order, and swapped day and month. */
    isDayFirst: (): boolean =>
      written.areDayFirst &&
      // Many dates are the first of a month, in any file.
      !([...days].some((day) => day > 1) && [...days].every((day) => day <= 12)) &&
      !(isWorkbook && [...kinds.values()].some((kind) => kind.ordered && kind.plain)),
    notes: (): string[] => [
      ...ordered.noted((lines) => notes.dayFirst(lines, written.example)),
      ...empties.noted((lines) => notes.empty(lines, emptyWord ?? '')),
      ...endings.noted(notes.endless),
      ...addresses.noted(notes.addresses),
    ],
  }
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

type Kind = 'email' | 'ni-number' | 'end-date' | 'date'

function kindOf(column: string): Kind | undefined {
  if (column === 'email') return 'email'
  if (column === 'ni_number') return 'ni-number'
  if (column === 'end_date') return 'end-date'
  return dateColumns.has(column) ? 'date' : undefined
}

const farYear = String.raw`(?:2099|2[1-9]\d\d|[3-9]\d{3})`
const endless = new RegExp(
  String.raw`^(?:${farYear}-\d{2}-\d{2}|\d{1,2}([/.-])\d{1,2}\1${farYear}|(?:9999|2999)\d{4})(?:[T ].*)?$|^infinity$`,
  'i',
)

/** True for a date such as 31/12/9999, with day and month in any order. HR systems write it for people without a last day. */
function isEndless(date: string): boolean {
  return endless.test(date)
}

function plainAddress(cell: string): string {
  const quoted = /^(["'])(.+)\1$/.exec(cell)?.[2] ?? cell
  const whole = /[;,.]$/.test(quoted) ? quoted.slice(0, -1).trimEnd() : quoted
  const inside = /^[^<>@]*<([^<>]+)>$/.exec(whole)?.[1] ?? whole
  const address = inside.trim()
  const link = /^(?:mailto|smtp):([^?]*)/i.exec(address)
  return link?.[1]?.trim() ?? address
}

const notes = {
  dayFirst: (lines: string, example: string | undefined) =>
    `Dates were read with the day first${example === undefined ? '' : `: ${example} as ${showDate(dayFirstDate(example))}`} (${lines}).`,
  endless: (lines: string) => `A last day in 2099 or later was read as no last day: ${lines}.`,
  empty: (lines: string, word: string) => `Words for no value, such as “${word}”, were read as empty: ${lines}.`,
  addresses: (lines: string) => `Signs around email addresses were left out, such as “mailto:” or “;”: ${lines}.`,
}
