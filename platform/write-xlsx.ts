import { Readable } from 'node:stream'
import { escapeFormula } from '../contract/csv.ts'
import { isoDate } from '../contract/dates.ts'
import { streamZip } from './zip.ts'
import { contentTypes, packageRelations, stylesOf, workbookOf, workbookRelations, worksheet } from './workbook-parts.ts'

/** Amounts in pounds, days yyyy-mm-dd, moments ISO 8601 in UTC. Spreadsheets keep leading zeros only in identifiers. */
export type XlsxKind = 'text' | 'amount' | 'date' | 'moment' | 'identifier'

export type XlsxSheet = {
  name: string
  columns: readonly { heading: string; kind: XlsxKind }[]
  dates?: 'yyyy-mm-dd' | 'dd/mm/yyyy'
  /** Cells as text. '' and null are empty cells. */
  rows: AsyncIterable<readonly (string | null)[]> | Iterable<readonly (string | null)[]>
}

export const xlsxMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Streams a workbook with one sheet. Texts that look like formulas get an apostrophe (S-57). The same rows give the same bytes. */
export function writeXlsx(sheet: XlsxSheet): Readable {
  const { name, dates = 'dd/mm/yyyy' } = sheet
  return streamZip(
    Object.entries({
      '[Content_Types].xml': [contentTypes],
      '_rels/.rels': [packageRelations],
      'xl/workbook.xml': [workbookOf(escaped(name))],
      'xl/_rels/workbook.xml.rels': [workbookRelations],
      'xl/styles.xml': [stylesOf(kinds.map((kind) => shown[kind].format ?? dates))],
      'xl/worksheets/sheet1.xml': sheetOf(sheet),
    }).map(([fileName, pieces]) => ({
      fileName,
      // The earliest day that the zip format can store.
      madeOn: isoDate.parse('1980-01-01'),
      open: () => Promise.resolve(Readable.from(pieces, { objectMode: false })),
    })),
  )
}

const kinds = ['text', 'amount', 'date', 'moment', 'identifier'] as const

/** Widths in characters. The sheet sets the format of days. */
const shown: Record<XlsxKind, { width: number; format?: string }> = {
  text: { width: 22, format: 'General' },
  amount: { width: 14, format: '0.00' },
  date: { width: 12 },
  moment: { width: 20, format: 'dd/mm/yyyy hh:mm:ss' },
  identifier: { width: 22, format: '@' },
}

const rowsAtOnce = 100

async function* sheetOf({ columns, rows }: XlsxSheet): AsyncGenerator<string> {
  const sheet = worksheet(columns.map(({ kind }) => ({ width: shown[kind].width, style: kinds.indexOf(kind) })))
  const letters = columns.map((_, index) => lettersOf(index))
  let line = 1
  let piece = `${sheet.begin}<row r="1">${columns.map(({ heading }, index) => textCell(`${letters[index]}1`, heading)).join('')}</row>`
  for await (const row of rows) {
    line += 1
    piece += `<row r="${line}">`
    for (const [index, { kind }] of columns.entries())
      piece += cellOf(`${letters[index]}${line}`, kind, row[index] ?? '')
    piece += '</row>'
    if (line % rowsAtOnce !== 0) continue
    yield piece
    piece = ''
  }
  yield piece + sheet.end
}

function lettersOf(index: number): string {
  const before = index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)
  return before + String.fromCharCode(65 + (index % 26))
}

function cellOf(at: string, kind: XlsxKind, text: string): string {
  if (text === '') return ''
  const number = numberOf(kind, text)
  return number === undefined ? textCell(at, text) : `<c r="${at}" s="${kinds.indexOf(kind)}"><v>${number}</v></c>`
}

function numberOf(kind: XlsxKind, text: string): number | undefined {
  switch (kind) {
    case 'text':
    case 'identifier':
      return undefined
    case 'amount':
      return /^-?\d{1,13}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined
    case 'date':
      return daysOf(`${text}T00:00:00.000Z`)
    case 'moment':
      return daysOf(text)
  }
}

/** Day 0 for days from 1 March 1900 on. Excel counts 29 February 1900, which never existed. */
const dayZero = Date.UTC(1899, 11, 30)
const millisecondsOfDay = 86_400_000

/** Undefined for a day before March 1900, which workbooks lack, or an invalid day. */
function daysOf(moment: string): number | undefined {
  const date = new Date(moment)
  const isThere = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === moment.slice(0, 10)
  if (!isThere || moment < '1900-03-01') return undefined
  return Number(((date.getTime() - dayZero) / millisecondsOfDay).toFixed(10))
}

function textCell(at: string, text: string): string {
  const written = escaped(escapeFormula(text))
  const space = written.trim() === written ? '' : ' xml:space="preserve"'
  return `<c r="${at}" t="inlineStr"><is><t${space}>${written}</t></is></c>`
}

const needsCare = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML. A workbook writes characters that XML does not allow as '_x0001_', and such a text as '_x005F_x0001_'. */
function escaped(text: string): string {
  if (!needsCare.test(text)) return text
  return (
    text
      .toWellFormed()
      .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
      .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
      .replaceAll(/[&<>"]/g, (sign) => named[sign] ?? '')
      // oxlint-disable-next-line no-control-regex
      .replaceAll(
        /[\u0000-\u0008\u000b-\u001f]/g,
        (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
      )
  )
}
