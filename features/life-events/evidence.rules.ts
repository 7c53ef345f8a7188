/** Limits for one document, and for waiting documents of one event (`files`) and of one person (`ofOnePerson`) (S-54). */
export const evidenceLimits = {
  bytes: 2 * 1024 * 1024,
  pixels: 4_000_000,
  files: 5,
  ofOnePerson: 10,
  nameLength: 100,
} as const

export const evidenceExtensions = ['.pdf', '.jpg', '.jpeg', '.png'] as const

export function mediaTypeOf(bytes: Uint8Array): 'application/pdf' | 'image/jpeg' | 'image/png' | undefined {
  if (bytes.length === 0 || bytes.length > evidenceLimits.bytes) return undefined
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'application/pdf'
  const type = startsWith(bytes, [0xff, 0xd8, 0xff])
    ? 'image/jpeg'
    : startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      ? 'image/png'
      : undefined
  const size = type === 'image/png' ? sizeOfPng(bytes) : type === 'image/jpeg' ? sizeOfJpeg(bytes) : undefined
  return size && size.width * size.height <= evidenceLimits.pixels ? type : undefined
}

type Size = { width: number; height: number }

function sizeOfPng(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 24) return undefined
  const view = viewOf(bytes)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function sizeOfJpeg(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 < bytes.length && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    // The markers C4, C8 and CC begin other segments.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
