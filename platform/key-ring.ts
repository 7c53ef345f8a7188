import { hkdfSync } from 'node:crypto'

/** Secret for keyed hashes and encrypted values, at least 32 bytes. During a rotation, the current secret comes first. */
export type ServerSecret = Buffer | readonly Buffer[]

/** A key for one use. A stored value names its key by `id`, which does not reveal the key. */
export type Key = { id: string; bytes: Buffer }

export type KeyRing = {
  current: Key
  all: readonly Key[]
  find: (id: string) => Key | undefined
}

export function keyRing(serverSecret: ServerSecret, use: string): KeyRing {
  const all = secretsOf(serverSecret).map((secret) => ({
    id: deriveKey(secret, `${use} id`).toString('hex').slice(0, 8),
    bytes: deriveKey(secret, use),
  }))
  const [current] = all
  if (!current) throw new Error('The server has no secret')
  return { current, all, find: (id) => all.find((key) => key.id === id) }
}

/** Derives a 32-byte key for one use from one secret (HKDF-SHA-256). No two uses share a key. */
export function deriveKey(secret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `portal ${use}`, 32))
}

function secretsOf(serverSecret: ServerSecret): readonly Buffer[] {
  return Buffer.isBuffer(serverSecret) ? [serverSecret] : serverSecret
}
