import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './keys.ts'

/** Keeps a secret that must be read again, such as a one-time-code seed: AES-256-GCM under a key of its own use. */
export type Sealing = {
  /** `owner` names whose secret it is; a sealed value opens for nobody else. */
  seal: (secret: string, owner: string) => string
  /** Throws when the value was altered, sealed for somebody else or under another server secret. */
  open: (sealed: string, owner: string) => string
}

export function sealing(serverSecret: Buffer, use: string): Sealing {
  const key = deriveKey(serverSecret, use)
  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed.replace(/^1\./, ''), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
