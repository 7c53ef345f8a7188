import { open, type FileHandle } from 'node:fs/promises'
import type { TableFileType } from './file-type.ts'
import { tableLimits } from './limits.ts'
import { rowsUnderHeader } from './rows-under-header.ts'
import { TableRefused, type TableBatch } from './table.ts'

/** Reads in this process. For files from outside use `readTable`, which reads in a separate process. */
export async function* openTable(
  path: string,
  { ending, names = [] }: { ending: TableFileType; names?: readonly string[] },
): AsyncGenerator<TableBatch> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > tableLimits.fileBytes) throw new TableRefused('too-large')
    if (size === 0) throw new TableRefused('empty')
    await refuseOther(file, ending)
    // Load only the library needed: with both, reading a small file would take a third longer.
    if (ending === '.xlsx') {
      const { openListSheet } = await import('./xlsx-rows.ts')
      yield* rowsUnderHeader(await openListSheet(file, size, names), names)
    } else {
      const { csvRows } = await import('./csv-rows.ts')
      yield* rowsUnderHeader({ rows: csvRows(piecesOf(file, size), names) }, names)
    }
  } finally {
    await file.close()
  }
}

/** File signatures: zip archive, and Excel's old container, which locked workbooks still use. */
const archive = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

const openDocument = Buffer.from('mimetype')

async function refuseOther(file: FileHandle, ending: TableFileType): Promise<void> {
  const beginning = await bytesOf(file, { at: 0, length: 512 })
  if (beginning.subarray(0, 4).equals(container))
    throw new TableRefused((await isLocked(file, beginning)) ? 'locked' : 'old-workbook')
  if (beginning.subarray(30, 38).equals(openDocument)) throw new TableRefused('open-document')
  if (/^[\s\ufeff]*(?:<|MIME-Version:)/i.test(beginning.toString())) throw new TableRefused('web-page')
  const isArchive = beginning.subarray(0, 4).equals(archive)
  if (ending === '.xlsx' && !isArchive)
    throw new TableRefused(isTextTable(beginning.toString('latin1')) ? 'text-as-workbook' : 'not-a-workbook')
  if (ending === '.csv' && isArchive) throw new TableRefused('workbook-as-csv')
}

/** True for text with a sign between its columns, and for UTF-16 with its byte order mark. */
function isTextTable(beginning: string): boolean {
  return /^(?:\xff\xfe|\xfe\xff)/.test(beginning) || (/[,;\t|]/.test(beginning) && !/[\0-\x08]/.test(beginning))
}

/** The directory of a locked workbook names this stream ([MS-CFB], [MS-OFFCRYPTO]). */
const lockedStream = Buffer.from('EncryptedPackage', 'utf16le')

async function isLocked(file: FileHandle, header: Buffer): Promise<boolean> {
  if (header.length < 512) return false
  const sectorBytes = 2 ** Math.min(header.readUInt16LE(30), 12)
  const directoryAt = (header.readUInt32LE(48) + 1) * sectorBytes
  return (await bytesOf(file, { at: directoryAt, length: 4096 })).includes(lockedStream)
}

async function bytesOf(file: FileHandle, { at, length }: { at: number; length: number }): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

async function* piecesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += 64 * 1024) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
