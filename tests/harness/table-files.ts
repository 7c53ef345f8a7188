import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTable, type TableFile, type TablePart } from '../../platform/read-table.ts'
import { endingOf } from '../../platform/table-files/ending.ts'
import { openTable } from '../../platform/table-files/open-table.ts'
import { TableRefused, type TableFault } from '../../platform/table-files/table.ts'

type Read = {
  columns: string[]
  /** The line and the cells of each sound row. */
  rows: (number | string)[][]
  faults: (TableFault & { line: number })[]
}

/** What a file of rows holds, read here and now. */
export function whatIsRead(name: string, content: Uint8Array | string): Promise<Read> {
  return onDisk(content, async (path) => {
    const read: Read = { columns: [], rows: [], faults: [] }
    for await (const { columns, rows } of openTable(path, endingOf(name))) {
      read.columns = columns
      for (const { line, cells, faults } of rows) {
        if (faults.length === 0) read.rows.push([line, ...cells])
        read.faults.push(...faults.map((fault) => ({ line, ...fault })))
      }
    }
    return read
  })
}

/** Why a file of rows is refused; null when it is read. */
export async function whyRefused(name: string, content: Uint8Array | string): Promise<string | null> {
  try {
    await whatIsRead(name, content)
    return null
  } catch (error) {
    if (error instanceof TableRefused) return error.code
    throw error
  }
}

/** Everything that the reading process says of a file. */
export async function allParts(file: TableFile): Promise<TablePart[]> {
  const parts: TablePart[] = []
  for await (const part of readTable(file)) parts.push(part)
  return parts
}

/** Lays a file of this content somewhere for a while. */
export async function onDisk<Answer>(
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
