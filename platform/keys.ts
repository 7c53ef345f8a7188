import { hkdfSync } from 'node:crypto'

/** Root of keyed hashes and sealed values, 32 bytes or more; the current one first while it is changed. */
export type ServerSecret = Buffer | readonly Buffer[]

/** A key for one use; its id tells which key made a stored value without telling the key. */
export type Key = { id: string; bytes: Buffer }

export type KeyRing = {
  /** Everything new is made with it. */
  current: Key
  /** The current one first. */
  all: readonly Key[]
  find: (id: string) => Key | undefined
}

/** The keys of one use, from each of the server's secrets. */
export function keyRing(serverSecret: ServerSecret, use: string): KeyRing {
  const all = secretsOf(serverSecret).map((secret) => ({
    id: deriveKey(secret, `${use} id`).toString('hex').slice(0, 8),
    bytes: deriveKey(secret, use),
  }))
  const [current] = all
  if (!current) throw new Error('The server has no secret')
  return { current, all, find: (id) => all.find((key) => key.id === id) }
}

/** A key of 32 bytes for one use, derived from one secret (HKDF-SHA-256): no two uses share a key. */
export function deriveKey(secret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `portal ${use}`, 32))
}

function secretsOf(serverSecret: ServerSecret): readonly Buffer[] {
  return Buffer.isBuffer(serverSecret) ? [serverSecret] : serverSecret
}
