import { inflateRawSync } from 'node:zlib'

/** Returns the files of a zip archive as texts, by name. Throws if the directory at its end is missing. */
export function unzipTexts(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipFiles(bytes)).map(([name, file]) => [name, file.toString('utf8')]))
}

export function unzipFiles(bytes: Uint8Array): Record<string, Buffer> {
  const zip = Buffer.from(bytes)
  const end = zip.lastIndexOf('PK\u0005\u0006')
  if (end < 0 || end + 22 !== zip.length) throw new Error('This is no zip')
  const files: Record<string, Buffer> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('This is no zip')
    const [length, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    files[name] = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    at += 46 + length + extra + comment
  }
  return files
}
