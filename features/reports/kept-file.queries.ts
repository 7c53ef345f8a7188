import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gunzip, gzip } from 'node:zlib'

/** The bytes of a report as `report_run` has them. */
export type KeptBytes = { bytes: Buffer; encoding: 'gzip' | null }

const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/** For good, and read seldom: the quickest way, which leaves a payroll file a fifth of its room. */
export async function keptBytes(bytes: Uint8Array): Promise<KeptBytes> {
  return { bytes: await pack(bytes, { level: 1 }), encoding: 'gzip' }
}

/** The same some at a time, so that a long file never lies here unpacked as a whole. */
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
