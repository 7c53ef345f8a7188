import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTable, type TableFile, type TablePart } from '../../platform/read-table.ts'
import { fileTypeOf } from '../../platform/table-files/file-type.ts'
import { openTable } from '../../platform/table-files/open-table.ts'
import { TableRefused, type TableFault } from '../../platform/table-files/table.ts'

type Read = {
  columns: string[]
  rows: (number | string)[][]
  faults: (TableFault & { line: number })[]
  notes: string[]
}

export function readWholeFile(
  name: string,
  content: Uint8Array | string,
  names: readonly string[] = [],
): Promise<Read> {
  return withFileOnDisk(content, async (path) => {
    const read: Read = { columns: [], rows: [], faults: [], notes: [] }
    for await (const batch of openTable(path, { ending: fileTypeOf(name), names })) {
      if ('notes' in batch) {
        read.notes = batch.notes
        continue
      }
      const { columns, rows } = batch
      read.columns = columns
      for (const { line, cells, faults } of rows) {
        if (faults.length === 0) read.rows.push([line, ...cells])
        read.faults.push(...faults.map((fault) => ({ line, ...fault })))
      }
    }
    return read
  })
}

/** Returns the code with which a CSV file or workbook is refused, or null if it can be read. */
export async function refusalOfFile(
  name: string,
  content: Uint8Array | string,
  names: readonly string[] = [],
): Promise<string | null> {
  try {
    await readWholeFile(name, content, names)
    return null
  } catch (error) {
    if (error instanceof TableRefused) return error.code
    throw error
  }
}

export async function allParts(file: TableFile): Promise<TablePart[]> {
  const parts: TablePart[] = []
  for await (const part of readTable(file)) parts.push(part)
  return parts
}

export async function withFileOnDisk<Answer>(
  content: Uint8Array | string,
  ask: (path: string) => Promise<Answer>,
): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'table-'))
  try {
    const path = join(folder, 'upload')
    await writeFile(path, content)
    return await ask(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
