import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { tableLimits } from './limits.ts'
import { TableRefused } from './table.ts'

export type ZipEntry = {
  name: string
  isDeflated: boolean
  packedBytes: number
  unpackedBytes: number
  checksum: number
  offset: number
}

const endRecordBytes = 22
const endSignature = 0x06054b50
const endRecord64Bytes = 56
const endSignature64 = 0x06064b50
const locatorBytes = 20
const locatorSignature = 0x07064b50
const directoryEntryBytes = 46
const directorySignature = 0x02014b50
const localHeaderBytes = 30
const localSignature = 0x04034b50

/** Returns entries by lower-case name. Refuses encryption, links, paths outside the archive, duplicates and large sizes. */
export async function readZipDirectory(archive: FileHandle, size: number): Promise<Map<string, ZipEntry>> {
  const { count, directoryBytes, directoryAt } = await endRecord(archive, size)
  if (count > tableLimits.entries) throw new TableRefused('bomb')
  if (directoryAt + directoryBytes > size) throw damaged()
  const directory = await bytesAt(archive, directoryAt, directoryBytes)
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (at + directoryEntryBytes > directory.length || directory.readUInt32LE(at) !== directorySignature)
      throw damaged()
    const nameBytes = directory.readUInt16LE(at + 28)
    // Some programs write backslashes, or a slash at the beginning.
    const name = directory
      .toString('utf8', at + directoryEntryBytes, at + directoryEntryBytes + nameBytes)
      .replaceAll('\\', '/')
      .replace(/^\/(?!\/)/, '')
    const extraAt = at + directoryEntryBytes + nameBytes
    const extra = directory.subarray(extraAt, extraAt + directory.readUInt16LE(at + 30))
    entries.push(entryAt(directory.subarray(at), { name, extra }))
    at += directoryEntryBytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  if (at !== directory.length) throw damaged()
  refuseHeaps(entries)
  refuseOverlaps(entries, directoryAt)
  const named = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  if (named.size < entries.length) throw damaged()
  return named
}

/** Yields an entry's bytes. Refuses more bytes than the directory states, or a different checksum. */
export async function* unpackEntry(archive: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const header = await bytesAt(archive, entry.offset, localHeaderBytes)
  if (header.readUInt32LE(0) !== localSignature) throw damaged()
  const begin = entry.offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  let checksum = 0
  let bytes = 0
  for await (const piece of inflated(archive, entry, begin)) {
    bytes += piece.length
    if (bytes > entry.unpackedBytes) throw new TableRefused('bomb')
    checksum = crc32(piece, checksum)
    yield piece
  }
  if (bytes !== entry.unpackedBytes || checksum !== entry.checksum) throw damaged()
}

async function* inflated(archive: FileHandle, entry: ZipEntry, begin: number): AsyncGenerator<Buffer> {
  const packed = packedBytes(archive, begin, begin + entry.packedBytes)
  if (!entry.isDeflated) return yield* packed
  const inflate = createInflateRaw()
  const source = Readable.from(packed)
  source.on('error', (error) => inflate.destroy(error))
  try {
    // Byte streams yield buffers; their type does not say so.
    yield* source.pipe(inflate) as AsyncIterable<Buffer>
  } catch (error) {
    if (isZlibError(error)) throw damaged()
    throw error
  } finally {
    source.destroy()
    inflate.destroy()
  }
}

async function* packedBytes(archive: FileHandle, begin: number, end: number): AsyncGenerator<Buffer> {
  for (let at = begin; at < end; at += 64 * 1024) yield await bytesAt(archive, at, Math.min(64 * 1024, end - at))
}

async function endRecord(
  archive: FileHandle,
  size: number,
): Promise<{ count: number; directoryBytes: number; directoryAt: number }> {
  // A comment of up to 64 kB may follow the end record.
  const tailBytes = Math.min(size, endRecordBytes + 0xffff)
  const tail = await bytesAt(archive, size - tailBytes, tailBytes)
  for (let at = tail.length - endRecordBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    if (at + endRecordBytes + tail.readUInt16LE(at + 20) !== tail.length) continue
    const locator = at - locatorBytes
    if (locator >= 0 && tail.readUInt32LE(locator) === locatorSignature)
      return endRecord64(archive, Number(tail.readBigUInt64LE(locator + 8)))
    const count = tail.readUInt16LE(at + 10)
    if (tail.readUInt32LE(at + 4) !== 0 || tail.readUInt16LE(at + 8) !== count) throw damaged()
    return { count, directoryBytes: tail.readUInt32LE(at + 12), directoryAt: tail.readUInt32LE(at + 16) }
  }
  throw damaged()
}

async function endRecord64(
  archive: FileHandle,
  position: number,
): Promise<{ count: number; directoryBytes: number; directoryAt: number }> {
  const record = await bytesAt(archive, position, endRecord64Bytes)
  if (record.readUInt32LE(0) !== endSignature64) throw damaged()
  return {
    count: Number(record.readBigUInt64LE(32)),
    directoryBytes: Number(record.readBigUInt64LE(40)),
    directoryAt: Number(record.readBigUInt64LE(48)),
  }
}

function entryAt(directory: Buffer, { name, extra }: { name: string; extra: Buffer }): ZipEntry {
  const flags = directory.readUInt16LE(8)
  const method = directory.readUInt16LE(10)
  // The upper half holds Unix permissions; file type 10 (0xa) is a symbolic link.
  const unixKind = directory.readUInt32LE(38) >>> 28
  const isLocked = (flags & 0x2041) !== 0
  if (isLocked) throw new TableRefused('locked')
  if (unixKind === 0xa) throw damaged()
  if (method !== 0 && method !== 8) throw damaged()
  if (/[\0:]|^\/|(?:^|\/)\.\.?(?:\/|$)/.test(name) || name === '') throw damaged()
  const long = longNumbers(extra)
  const number = (at: number): number => {
    const short = directory.readUInt32LE(at)
    return short === longer ? long() : short
  }
  const checksum = directory.readUInt32LE(16)
  const unpackedBytes = number(24)
  const packedBytes = number(20)
  return { name, isDeflated: method === 8, checksum, packedBytes, unpackedBytes, offset: number(42) }
}

const longer = 0xffffffff
const longField = 1

function longNumbers(extra: Buffer): () => number {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== longField) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  return () => {
    if (at + 8 > extra.length) throw damaged()
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  }
}

function refuseHeaps(entries: readonly ZipEntry[]): void {
  const all = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0)
  if (all > tableLimits.unpackedBytes) throw new TableRefused('bomb')
  for (const { packedBytes, unpackedBytes, isDeflated } of entries) {
    if (!isDeflated && packedBytes !== unpackedBytes) throw damaged()
    if (unpackedBytes > Math.max(packedBytes * tableLimits.ratio, tableLimits.ratioFromBytes))
      throw new TableRefused('bomb')
  }
}

function refuseOverlaps(entries: readonly ZipEntry[], directoryAt: number): void {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset)
  inOrder.forEach(({ offset, packedBytes }, index) => {
    const next = inOrder[index + 1]?.offset ?? directoryAt
    if (offset + localHeaderBytes + packedBytes > next) throw damaged()
  })
}

async function bytesAt(archive: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await archive.read(buffer, read, length - read, position + read)
    if (bytesRead === 0) throw damaged()
    read += bytesRead
  }
  return buffer
}

function damaged(): TableRefused {
  return new TableRefused('damaged')
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
}
