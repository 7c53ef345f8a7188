import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gunzip, gzip } from 'node:zlib'

/** A report's bytes as stored in `report_run`. */
export type KeptBytes = { bytes: Buffer; encoding: 'gzip' | null }

const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/** Compresses with the fastest level, because reports are seldom read. A payroll file shrinks to a fifth. */
export async function keptBytes(bytes: Uint8Array): Promise<KeptBytes> {
  return { bytes: await pack(bytes, { level: 1 }), encoding: 'gzip' }
}

/** Streams the bytes in pieces, so that a long file is never unpacked in memory as a whole. */
export function bytesAsTaken({ bytes, encoding }: KeptBytes): Readable {
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

export async function bytesKept({ bytes, encoding }: KeptBytes): Promise<Buffer> {
  return encoding === 'gzip' ? unpack(bytes) : bytes
}
