import { open, type FileHandle } from 'node:fs/promises'
import type { TableFileType } from './file-type.ts'
import { tableLimits } from './limits.ts'
import { rowsUnderHeader } from './rows-under-header.ts'
import { TableRefused, type TableBatch } from './table.ts'

/** Reads a table in this process. For files from outside use `readTable`, which reads in a separate process. */
export async function* openTable(path: string, ending: TableFileType): AsyncGenerator<TableBatch> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > tableLimits.fileBytes) throw new TableRefused('too-large')
    if (size === 0) throw new TableRefused('empty')
    refuseOther(await beginningOf(file), ending)
    // Load only the library needed: with both, reading a small file would take a third longer.
    if (ending === '.xlsx') {
      const { xlsxRows } = await import('./xlsx-rows.ts')
      yield* rowsUnderHeader(xlsxRows(file, size), { everyCellWritten: false })
    } else {
      const { csvRows } = await import('./csv-rows.ts')
      yield* rowsUnderHeader(csvRows(piecesOf(file, size)), { everyCellWritten: true })
    }
  } finally {
    await file.close()
  }
}

/** File signatures: zip archive, and Excel's old container, which locked workbooks still use. */
const archive = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

function refuseOther(beginning: Buffer, ending: TableFileType): void {
  if (beginning.subarray(0, 4).equals(container)) throw new TableRefused('old-or-locked')
  const isArchive = beginning.subarray(0, 4).equals(archive)
  if (ending === '.xlsx' && !isArchive) throw new TableRefused('not-a-workbook')
  if (ending === '.csv' && isArchive) throw new TableRefused('workbook-as-csv')
}

async function beginningOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
  return buffer.subarray(0, bytesRead)
}

async function* piecesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += 64 * 1024) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
