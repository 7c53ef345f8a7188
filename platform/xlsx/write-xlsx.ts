import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CellValue } from 'hucre/xlsx'
import { withoutFormula } from '../../contract/csv.ts'

/** What a column holds: text, an amount of pounds, a day (yyyy-mm-dd), or a moment (ISO 8601 in UTC). */
export type XlsxKind = 'text' | 'amount' | 'date' | 'moment'

export type XlsxSheet = {
  name: string
  columns: readonly { heading: string; kind: XlsxKind }[]
  /** How days are shown. */
  dates?: 'yyyy-mm-dd' | 'dd/mm/yyyy'
  /** Every cell as text; '' and null leave it empty. */
  rows: AsyncIterable<readonly (string | null)[]> | Iterable<readonly (string | null)[]>
}

export const xlsxMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * A workbook of one sheet, written as its rows come and as somebody takes it, so that a long one needs no more memory than a short
 * one. Amounts and days are typed; text stays text, and what a spreadsheet would take for a formula gets an apostrophe (S-57).
 * The same rows are the same bytes: nothing in it tells when it was made.
 */
export function writeXlsx(sheet: XlsxSheet): Readable {
  return Readable.from(bytesOf(sheet), { objectMode: false })
}

async function* bytesOf({ name, columns, dates = 'dd/mm/yyyy', rows }: XlsxSheet): AsyncGenerator<Uint8Array> {
  // Loaded with the first workbook: a server starts without it.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const stream = writeXlsxStream(cellsOf(rows, columns), {
    name,
    columns: columns.map(({ heading, kind }) => ({ header: textCell(heading), ...shown(kind, dates) })),
    freezePane: { rows: 1 },
  })
  // The same stream under the types of Node and of the web.
  yield* stream as unknown as AsyncIterable<Uint8Array>
}

/** How many rows are put together before others have their turn. */
const rowsAtOnce = 500

async function* cellsOf(rows: XlsxSheet['rows'], columns: XlsxSheet['columns']): AsyncGenerator<CellValue[]> {
  let count = 0
  for await (const row of rows) {
    yield columns.map(({ kind }, place) => cellOf(kind, row[place] ?? ''))
    count += 1
    if (count % rowsAtOnce === 0) await nextTurn()
  }
}

function cellOf(kind: XlsxKind, text: string): CellValue {
  if (text === '') return null
  switch (kind) {
    case 'text':
      return textCell(text)
    case 'amount':
      return /^-?\d{1,13}(\.\d{1,2})?$/.test(text) ? Number(text) : textCell(text)
    case 'date':
      return momentCell(`${text}T00:00:00.000Z`, text)
    case 'moment':
      return momentCell(text, text)
  }
}

/** A workbook has no day before March 1900, and nothing that is no day becomes another one. */
function momentCell(moment: string, text: string): CellValue {
  const date = new Date(moment)
  const isThere = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text.slice(0, 10)
  return isThere && text >= '1900-03-01' ? date : textCell(text)
}

/**
 * Readers take '_x0041_' for an A: what stands there by itself is told apart from what they wrote. XML has no halves of a character
 * and no U+FFFE and U+FFFF, and a workbook with one does not open; other signs that it has not are written as '_x0001_'.
 */
function textCell(text: string): string {
  const inXml = text.toWellFormed().replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
  return withoutFormula(inXml).replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
}

function shown(kind: XlsxKind, dates: string): { width: number; numFmt?: string } {
  switch (kind) {
    case 'text':
      return { width: 22 }
    case 'amount':
      return { width: 14, numFmt: '0.00' }
    case 'date':
      return { width: 12, numFmt: dates }
    case 'moment':
      return { width: 20, numFmt: 'yyyy-mm-dd hh:mm:ss' }
  }
}
