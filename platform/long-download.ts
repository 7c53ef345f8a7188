import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeCsv, type CsvCell } from '../contract/csv.ts'
import { numericDate } from '../contract/dates.ts'
import type { StreamedDownload } from './handle.ts'
import { writeXlsx, xlsxMediaType, type XlsxKind, type XlsxSheet } from './write-xlsx.ts'

type LongFile = {
  fileName: string
  name: string
  columns: XlsxSheet['columns']
  rows: AsyncIterable<readonly (readonly (string | null)[])[]>
  format: 'csv' | 'xlsx'
}

export async function longDownload({ fileName, name, columns, rows, format }: LongFile): Promise<StreamedDownload> {
  const file = await onDisk(
    format === 'csv' ? csvOf(columns, rows) : writeXlsx({ name, columns, rows: oneByOne(rows) }),
  )
  return {
    fileName: `${fileName}.${format}`,
    mediaType: format === 'csv' ? 'text/csv; charset=utf-8' : xlsxMediaType,
    send: () => file.createReadStream({ start: 0 }),
    discard: () => file.close(),
  }
}

async function* csvOf(columns: LongFile['columns'], rows: LongFile['rows']): AsyncGenerator<string> {
  yield writeCsv([columns.map(({ heading }): CsvCell => heading)])
  for await (const some of rows) {
    yield writeCsv(csvRows(columns, some), { byteOrderMark: false })
    await nextTurn()
  }
}

export function csvRows(
  columns: readonly { kind: XlsxKind }[],
  rows: readonly (readonly (string | null)[])[],
): (string | null)[][] {
  return rows.map((row) => row.map((cell, place) => cell && csvText(columns[place]?.kind ?? 'text', cell)))
}

function csvText(kind: XlsxKind, text: string): string {
  if (kind === 'date') return numericDate(text)
  return kind === 'moment' ? `${numericDate(text)} ${text.slice(11, 19)}` : text
}

async function* oneByOne<Row>(portions: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const rows of portions) yield* rows
}

async function onDisk(content: AsyncIterable<string | Uint8Array>): Promise<FileHandle> {
  const path = join(tmpdir(), `portal-download-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    await file.writeFile(content)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}
