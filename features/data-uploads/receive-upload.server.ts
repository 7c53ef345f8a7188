import type { ClientId } from '../../contract/ids.ts'
import { raiseTimeLimits } from '../../platform/time-limits.queries.ts'
import type { Tx } from '../../platform/handle.ts'
import { readTable, TableReadFailed } from '../../platform/read-table.ts'
import type { ReceivedFile } from '../../platform/receive-file.ts'
import { peopleColumns, type RowFault } from '../../services/people/people-csv.rules.ts'
import { normaliseRows } from '../../services/people/normalise-rows.server.ts'
import { uploadLimits } from './upload-states.rules.ts'
import { changeUploadStatus, recordHeartbeat } from './uploads.queries.ts'
import { deleteStagedRows, storeFaults, storeRows, type StagedRow } from './staged-rows.queries.ts'

type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type ReceiveInput = { clientId: ClientId; uploadId: string; file: ReceivedFile; inTransaction: InTransaction }

/** Stores all rows or none. Refuses only a file that can't be read; the worker makes all other checks. */
export async function receiveUpload({ clientId, uploadId, file, inTransaction }: ReceiveInput): Promise<void> {
  // A single failed report does no harm. If too many fail, the upload counts as interrupted.
  const unsaid: unknown[] = []
  const alive = setInterval(
    () =>
      void inTransaction((tx) => recordHeartbeat(tx, clientId, { id: uploadId })).catch((error) => unsaid.push(error)),
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
  const store = async (dayFirst: boolean) => {
    const reading = rowSplitter(file, dayFirst)
    const rows = await storeRows(tx, clientId, { uploadId, rows: reading.rows })
    return { ...reading.found(), rows }
  }
  const first = await store(false)
  if (first.isDayFirst) await deleteStagedRows(tx, clientId, { uploadId })
  // Only the last row shows for certain whether the day comes first in dates. If so, read the file again.
  const { rows, columns, faults, faultCount, notes } = first.isDayFirst ? await store(true) : first
  const isEmpty = rows === 0 && faultCount === 0
  if (isEmpty) faults.push({ line: 1, reason: 'The file has no rows under its header' })
  const refused = isEmpty || faultCount > 0
  if (refused) {
    await storeFaults(tx, clientId, { uploadId, faults })
    await deleteStagedRows(tx, clientId, { uploadId })
  }
  const moved = await changeUploadStatus(tx, clientId, {
    id: uploadId,
    from: 'uploading',
    change: {
      status: refused ? 'refused' : 'checking',
      columns,
      rows,
      howRead: notes,
      ...(refused && { faultCount: isEmpty ? 1 : faultCount }),
    },
  })
  if (!moved) throw new Error('The upload changed while it was received')
}

type Found = {
  columns: string[]
  faults: RowFault[]
  faultCount: number
  notes: string[]
  /** True if the file was read with the month first, but dates such as 25/04/1990 show that the day comes first. */
  isDayFirst: boolean
}

function rowSplitter(file: ReceivedFile, dayFirst: boolean): { rows: AsyncGenerator<StagedRow[]>; found: () => Found } {
  const found: Omit<Found, 'isDayFirst'> = { columns: [], faults: [], faultCount: 0, notes: [] }
  const isWorkbook = /\.xlsx$/i.test(file.declaredName)
  let people = normaliseRows({ columns: [], isWorkbook, dayFirst })
  const add = (fault: RowFault) => {
    found.faultCount++
    if (found.faults.length < uploadLimits.faults) found.faults.push(fault)
  }
  async function* rows(): AsyncGenerator<StagedRow[]> {
    const names = peopleColumns.map(({ name }) => name)
    for await (const part of readTable({ path: file.path, declaredName: file.declaredName, names })) {
      if ('columns' in part) {
        found.columns = part.columns
        people = normaliseRows({ columns: part.columns, isWorkbook, dayFirst })
      } else if ('faults' in part) for (const fault of part.faults) add(fault)
      else if ('notes' in part) found.notes = part.notes
      else
        yield part.rows.map(({ line, cells }) => {
          const stored = found.columns.map((column) => storableText(cells[column] ?? '', { line, column, add }))
          return { line, cells: people.tidy(line, stored) }
        })
    }
  }
  return {
    rows: rows(),
    found: () => ({
      ...found,
      notes: [...found.notes, ...people.notes()],
      isDayFirst: !dayFirst && people.isDayFirst(),
    }),
  }
}

/** PostgreSQL text can't contain a zero character. */
function storableText(
  cell: string,
  { line, column, add }: { line: number; column: string; add: (fault: RowFault) => void },
): string {
  if (!cell.includes('\0')) return cell.toWellFormed()
  const kept = cell.replaceAll('\0', '').toWellFormed()
  add({ line, column, value: kept, reason: `${column} has a character that cannot be stored` })
  return kept
}
