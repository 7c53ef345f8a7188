import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyRing, type Key, type ServerSecret } from './key-ring.ts'

/** Encrypts secrets that must be read again, such as one-time-code seeds. AES-256-GCM, with a separate key for each use. */
export type ValueEncryption = {
  /** Only the same `owner` can decrypt the value. */
  seal: (secret: string, owner: string) => string
  /** Throws if the value was altered, belongs to another owner, or needs a secret that this server does not have. */
  open: (sealed: string, owner: string) => string
  /** False for a value encrypted with an older key. It can still be decrypted, and should be encrypted again. */
  isCurrent: (sealed: string) => boolean
  openIfAble: (sealed: string, owner: string) => string | null
}

/** Encrypted values are `2.<key id>.<nonce, tag and text>`. Key id and owner are authenticated. */
export function valueEncryption(serverSecret: ServerSecret, use: string): ValueEncryption {
  const keys = keyRing(serverSecret, use)
  const open: ValueEncryption['open'] = (sealed, owner) => {
    const [version, id = '', text = '', ...more] = sealed.split('.')
    if (version === '1') return openNameless(keys.all, Buffer.from(owner), id)
    const key = keys.find(id)
    if (version !== '2' || more.length > 0) throw new Error('This is not an encrypted value')
    if (!key)
      throw new Error(`Encrypted with key ${id}, which this server does not have: add its secret after the current one`)
    return decipher(key, boundTo(id, owner), text)
  }
  return {
    open,
    openIfAble: (sealed, owner) => {
      try {
        return open(sealed, owner)
      } catch {
        return null
      }
    },
    seal: (secret, owner) => {
      const { id, bytes } = keys.current
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(boundTo(id, owner))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `2.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    isCurrent: (sealed) => sealed.startsWith(`2.${keys.current.id}.`),
  }
}

function openNameless(keys: readonly Key[], bound: Buffer, text: string): string {
  const [last, ...others] = keys.toReversed()
  if (!last) throw new Error('The server has no key')
  for (const key of others) {
    try {
      return decipher(key, bound, text)
    } catch {
      // Another key may decrypt it.
    }
  }
  return decipher(last, bound, text)
}

function decipher({ bytes }: Key, bound: Buffer, text: string): string {
  const sealed = Buffer.from(text, 'base64url')
  const opening = createDecipheriv('aes-256-gcm', bytes, sealed.subarray(0, 12), { authTagLength: 16 }).setAAD(bound)
  opening.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([opening.update(sealed.subarray(28)), opening.final()]).toString('utf8')
}

const boundTo = (id: string, owner: string): Buffer => Buffer.from(`${id}\0${owner}`)
