import { inflateSync } from 'node:zlib'

const headerBytes = 44
const entryBytes = 20

/** Unpacks a WOFF font (W3C WOFF 1.0) for the PDF library. Throws a RangeError for a truncated file. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = headerBytes + index * entryBytes
    const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((part) => woff.readUInt32BE(at + part))
    const bytes = woff.subarray(offset, (offset ?? 0) + (packed ?? 0))
    return {
      tag,
      checksum,
      length,
      bytes: packed === length ? bytes : inflateSync(bytes, { maxOutputLength: length ?? 0 }),
    }
  })

  const directory = Buffer.alloc(12 + count * 16)
  woff.copy(directory, 0, 4, 8)
  const power = 2 ** Math.floor(Math.log2(count))
  directory.writeUInt16BE(count, 4)
  directory.writeUInt16BE(power * 16, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE((count - power) * 16, 10)
  const parts = [directory]
  let offset = directory.length
  for (const [index, { tag, checksum, length, bytes }] of tables.entries()) {
    ;[tag, checksum, offset, length].forEach((value, part) =>
      directory.writeUInt32BE(value ?? 0, 12 + index * 16 + part * 4),
    )
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}
