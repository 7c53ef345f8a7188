import type { ClientId } from '../../contract/ids.ts'
import { raiseTimeLimits } from '../../platform/time-limits.queries.ts'
import type { Tx } from '../../platform/handle.ts'
import { readTable, TableReadFailed, type TablePart } from '../../platform/read-table.ts'
import type { ReceivedFile } from '../../platform/receive-file.ts'
import type { RowFault } from '../../services/people/people-csv.rules.ts'
import { uploadLimits } from './upload-states.rules.ts'
import { changeUploadStatus, recordSignOfLife } from './uploads.queries.ts'
import { dropRows, storeFaults, storeRows, type StagedRow } from './staged-rows.queries.ts'

type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type ReceiveInput = { clientId: ClientId; uploadId: string; file: ReceivedFile; inTransaction: InTransaction }

/** Stores all rows or none. Refuses a file that can't be read; the worker checks everything else. */
export async function receiveUpload({ clientId, uploadId, file, inTransaction }: ReceiveInput): Promise<void> {
  // Retried at the next interval. After too many failures the upload counts as interrupted.
  const unsaid: unknown[] = []
  const alive = setInterval(
    () =>
      void inTransaction((tx) => recordSignOfLife(tx, clientId, { id: uploadId })).catch((error) => unsaid.push(error)),
    uploadLimits.livesEveryMs,
  )
  try {
    await inTransaction((tx) => stage(tx, { clientId, uploadId, file }))
  } catch (error) {
    const failure = error instanceof TableReadFailed ? 'unreadable' : 'unexpected'
    await inTransaction((tx) =>
      changeUploadStatus(tx, clientId, { id: uploadId, from: 'uploading', change: { status: 'failed', failure } }),
    )
    if (failure === 'unexpected') throw unsaid.length > 0 ? new AggregateError([error, ...unsaid]) : error
  } finally {
    clearInterval(alive)
  }
}

async function stage(tx: Tx, { clientId, uploadId, file }: Omit<ReceiveInput, 'inTransaction'>): Promise<void> {
  await raiseTimeLimits(tx)
  const reading = rowSplitter(readTable({ path: file.path, declaredName: file.declaredName }))
  const rows = await storeRows(tx, clientId, { uploadId, rows: reading.rows })
  const { columns, faults, faultCount } = reading.found
  if (rows === 0 && faultCount === 0) reading.add({ line: 1, reason: 'The file has no rows under its header' })
  const refused = reading.found.faultCount > 0
  if (refused) {
    await storeFaults(tx, clientId, { uploadId, faults })
    await dropRows(tx, clientId, { uploadId })
  }
  const moved = await changeUploadStatus(tx, clientId, {
    id: uploadId,
    from: 'uploading',
    change: {
      status: refused ? 'refused' : 'checking',
      columns,
      rows,
      ...(refused && { faultCount: reading.found.faultCount }),
    },
  })
  if (!moved) throw new Error('An upload moved on while it was received')
}

/** Returns the rows of a table. Its columns and faults are complete once all rows have been read. */
function rowSplitter(parts: AsyncIterable<TablePart>) {
  const found: { columns: string[]; faults: RowFault[]; faultCount: number } = {
    columns: [],
    faults: [],
    faultCount: 0,
  }
  const add = (fault: RowFault) => {
    found.faultCount++
    if (found.faults.length < uploadLimits.faults) found.faults.push(fault)
  }
  async function* rows(): AsyncGenerator<StagedRow[]> {
    for await (const part of parts) {
      if ('columns' in part) found.columns = part.columns
      else if ('faults' in part) for (const fault of part.faults) add(fault)
      else
        yield part.rows.map(({ line, cells }) => ({
          line,
          cells: found.columns.map((column) => storableText(cells[column] ?? '', { line, column, add })),
        }))
    }
  }
  return { rows: rows(), found, add }
}

/** PostgreSQL text can't contain a zero character. */
function storableText(
  cell: string,
  { line, column, add }: { line: number; column: string; add: (fault: RowFault) => void },
): string {
  if (!cell.includes('\0')) return cell.toWellFormed()
  const kept = cell.replaceAll('\0', '').toWellFormed()
  add({ line, column, value: kept, reason: `${column} has a character that is no text` })
  return kept
}
