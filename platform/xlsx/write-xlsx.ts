import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CellValue } from 'hucre/xlsx'
import { escapeFormula } from '../../contract/csv.ts'

/** Content of a column: text, an amount in pounds, a day (yyyy-mm-dd), or a moment (ISO 8601 in UTC). */
export type XlsxKind = 'text' | 'amount' | 'date' | 'moment'

export type XlsxSheet = {
  name: string
  columns: readonly { heading: string; kind: XlsxKind }[]
  dates?: 'yyyy-mm-dd' | 'dd/mm/yyyy'
  rows: AsyncIterable<readonly (string | null)[]> | Iterable<readonly (string | null)[]>
}

export const xlsxMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes a one-sheet workbook as a stream. Formulas get an apostrophe (S-57). Equal rows give equal bytes. */
export function writeXlsx(sheet: XlsxSheet): Readable {
  return Readable.from(bytesOf(sheet), { objectMode: false })
}

async function* bytesOf({ name, columns, dates = 'dd/mm/yyyy', rows }: XlsxSheet): AsyncGenerator<Uint8Array> {
  // Loaded with the first workbook, to keep the server's start short.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const stream = writeXlsxStream(cellsOf(rows, columns), {
    name,
    columns: columns.map(({ heading, kind }) => ({ header: textCell(heading), ...columnFormat(kind, dates) })),
    freezePane: { rows: 1 },
  })
  // The same stream; Node and the web type it differently.
  yield* stream as unknown as AsyncIterable<Uint8Array>
}

const rowsAtOnce = 500

async function* cellsOf(rows: XlsxSheet['rows'], columns: XlsxSheet['columns']): AsyncGenerator<CellValue[]> {
  let count = 0
  for await (const row of rows) {
    yield columns.map(({ kind }, index) => cellOf(kind, row[index] ?? ''))
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

/** Returns a date cell, or text for a day before March 1900, which workbooks cannot represent, or an invalid date. */
function momentCell(moment: string, text: string): CellValue {
  const date = new Date(moment)
  const isThere = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text.slice(0, 10)
  return isThere && text >= '1900-03-01' ? date : textCell(text)
}

/** Escapes '_x0041_' and characters that XML does not allow, as '_x0001_'. */
function textCell(text: string): string {
  const inXml = text.toWellFormed().replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
  return escapeFormula(inXml).replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
}

function columnFormat(kind: XlsxKind, dates: string): { width: number; numFmt?: string } {
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
