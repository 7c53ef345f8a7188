import { hkdfSync } from 'node:crypto'

/** A key of 32 bytes for one use, derived from the server's secret (HKDF-SHA-256): no two uses share a key. */
export function deriveKey(serverSecret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', serverSecret, '', `portal ${use}`, 32))
}
