import type { CsvFault } from './csv.ts'
import { tableLimits } from './table-files/limits.ts'
import { fileTypeOf, type TableFileType } from './table-files/file-type.ts'
import { startReadingProcess } from './table-files/start-reading.ts'
import { TableRefused, type TableBatch, type TableFault } from './table-files/table.ts'

type TableRow = { line: number; cells: Record<string, string> }

/** Order: columns; rows and faults; notes about how the file was read. A fault of the whole file has line 1 (S-57). */
export type TablePart = { columns: string[] } | { rows: TableRow[] } | { faults: CsvFault[] } | { notes: string[] }

export type TableFile = {
  path: string
  declaredName: string
  /** Expected column names, by which sheet and header are found. Default: the first row of the first visible sheet. */
  names?: readonly string[]
  signal?: AbortSignal
  patience?: { heapMegabytes: number; withinMs: number }
}

/** Reads CSV or XLSX in portions. Reports errors in the file as faults. Throws `TableReadFailed` if the reader fails. */
export type TableReader = (file: TableFile) => AsyncIterable<TablePart>

/** Thrown if the reader was stopped because of time or memory, or crashed. The file may be correct. */
export class TableReadFailed extends Error {
  readonly why: 'time' | 'memory' | 'died'
  constructor(why: TableReadFailed['why'], options?: ErrorOptions) {
    super(`A file could not be read: ${why}`, options)
    this.name = 'TableReadFailed'
    this.why = why
  }
}

export const readTable: TableReader = async function* ({
  path,
  declaredName,
  names = [],
  signal,
  patience = tableLimits,
}) {
  try {
    yield* partsOf(batchesOf({ path, ending: fileTypeOf(declaredName), names, patience, ...(signal && { signal }) }))
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error
    yield { faults: [{ line: error.place.line ?? 1, reason: error.message }] }
  }
}

async function* partsOf(batches: AsyncIterable<TableBatch>): AsyncGenerator<TablePart> {
  let isFirst = true
  for await (const batch of batches) {
    if ('notes' in batch) {
      if (batch.notes.length > 0) yield batch
      continue
    }
    const { columns, rows } = batch
    if (isFirst) yield { columns }
    isFirst = false
    const sound = rows.filter(({ faults }) => faults.length === 0)
    const faults = rows.flatMap(({ line, faults }) => faults.map((fault) => withLine(line, fault)))
    if (sound.length > 0) yield { rows: sound.map(({ line, cells }) => ({ line, cells: named(columns, cells) })) }
    if (faults.length > 0) yield { faults }
  }
}

function named(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
}

function withLine(line: number, { column, value, reason }: TableFault): CsvFault {
  return column === null ? { line, reason } : { line, column, value, reason }
}

type Reading = {
  path: string
  ending: TableFileType
  names: readonly string[]
  signal?: AbortSignal
  patience: { heapMegabytes: number; withinMs: number }
}

async function* batchesOf({ path, ending, names, signal, patience }: Reading): AsyncGenerator<TableBatch> {
  signal?.throwIfAborted()
  const reading = startReadingProcess({ path, ending, names, heapMegabytes: patience.heapMegabytes })
  signal?.addEventListener('abort', reading.kill, { once: true })
  try {
    let left: number = patience.withinMs
    for (;;) {
      const startedAt = performance.now()
      const message = await reading.next(left)
      left -= performance.now() - startedAt
      signal?.throwIfAborted()
      if ('isWhole' in message) return
      if ('refused' in message) throw new TableRefused(message.refused, message.place)
      if ('unread' in message) throw new TableReadFailed(message.unread, { cause: message.lastWords })
      yield message.batch
    }
  } finally {
    signal?.removeEventListener('abort', reading.kill)
    await reading.end()
  }
}
