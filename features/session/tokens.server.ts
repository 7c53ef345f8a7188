import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ClientId } from '../../contract/ids.ts'
import { deriveKey } from '../../platform/keys.ts'
import { signInLimits } from './limits.ts'

/** Both halves of a refresh secret; one alone opens nothing. */
export type RefreshHalves = { cookie: string; answer: string }

export type Tokens = ReturnType<typeof tokensOf>

/**
 * Everything that is made with a key of this server. Tokens are 256 random bits without meaning; the database holds
 * only keyed hashes, each bound to its client and its use, so that a copy of the database opens nothing.
 */
export function tokensOf(serverSecret: Buffer) {
  const hashKey = deriveKey(serverSecret, 'token hash')
  const childKey = deriveKey(serverSecret, 'refresh child')
  const deviceKey = deriveKey(serverSecret, 'device cookie')

  const hashFor = (use: string) => (clientId: ClientId, text: string) => keyed(hashKey, use, clientId, text)
  const childHalf = (half: string, clientId: ClientId, parent: RefreshHalves) =>
    keyed(childKey, half, clientId, parent.cookie, parent.answer).toString('base64url')
  const deviceProof = (clientId: ClientId, identifierHash: Buffer, id: string, issued: string) =>
    keyed(deviceKey, clientId, identifierHash.toString('base64url'), id, issued).toString('base64url')

  return {
    accessHash: hashFor('access'),
    refreshCookieHash: hashFor('refresh cookie'),
    refreshAnswerHash: hashFor('refresh answer'),
    deviceTokenHash: hashFor('device token'),
    /** An email as the count of guesses knows it: the table tells nobody who was guessed at. */
    identifierHash: (clientId: ClientId, email: string) => keyed(hashKey, 'identifier', clientId, email.toLowerCase()),

    newRefreshHalves: (): RefreshHalves => ({ cookie: newToken(), answer: newToken() }),
    /** Always the same child for the same parent, so that a lost answer can be repeated although no token is stored. */
    childOf: (clientId: ClientId, parent: RefreshHalves): RefreshHalves => ({
      cookie: childHalf('cookie', clientId, parent),
      answer: childHalf('answer', clientId, parent),
    }),

    /** What a browser keeps after a success, for this identifier of this client alone. */
    newDeviceCookie: (clientId: ClientId, identifierHash: Buffer, now: Date): string => {
      const id = randomBytes(16).toString('base64url')
      const issued = String(now.getTime())
      return `${id}.${issued}.${deviceProof(clientId, identifierHash, id, issued)}`
    },
    /** The device's id if the cookie is ours, for this identifier, and not too old. */
    readDeviceCookie: (
      clientId: ClientId,
      identifierHash: Buffer,
      cookie: string | undefined,
      now: Date,
    ): string | null => {
      const [id, issued, proof, ...more] = (cookie ?? '').split('.')
      if (!id || !issued || !proof || more.length > 0) return null
      if (!sameText(proof, deviceProof(clientId, identifierHash, id, issued))) return null
      return now.getTime() - Number(issued) <= signInLimits.deviceMs ? id : null
    },
  }
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares without telling by its time where two texts differ. */
export function sameText(a: string, b: string): boolean {
  return sameBytes(Buffer.from(a), Buffer.from(b))
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

// Parts hold no zero byte, so that no two lists of parts hash alike.
function keyed(key: Buffer, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(parts.join('\0')).digest()
}
