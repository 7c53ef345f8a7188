import { storedEmail } from '../../contract/email.ts'
import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { ClientId } from '../../contract/ids.ts'
import { keyRing, type ServerSecret } from '../../platform/key-ring.ts'
import { signInLimits } from './limits.ts'

export type RefreshTokenParts = { cookie: string; answer: string }

export type Tokens = ReturnType<typeof tokensOf>

export type Device = { id: string; issuedAt: Date }

export type StoredToken = { hash: Buffer; keyId: string }

export type StoredRefresh = { cookieHash: Buffer; responseHash: Buffer; child: RefreshTokenParts }

/** Only keyed hashes are stored. Hashes with older secrets are still accepted. */
export function tokensOf(serverSecret: ServerSecret) {
  // Uses key objects. With plain bytes, Node creates an object for each hash, which takes four times as long as the hash.
  const keysFor = (use: string) => keyRing(serverSecret, use).all.map(({ bytes }) => createSecretKey(bytes))
  const [hashKeys, childKeys, deviceKeys] = [keysFor('token hash'), keysFor('refresh child'), keysFor('device cookie')]
  const keyId = keyRing(serverSecret, 'token hash').current.id
  const [hashKey, deviceKey] = [keyAt(hashKeys, 0), keyAt(deviceKeys, 0)]

  const hashFor = (use: string) => (clientId: ClientId, text: string) => keyed(hashKey, use, clientId, text)
  const hashesFor =
    (use: string) =>
    (clientId: ClientId, text: string): Buffer[] =>
      hashKeys.map((key) => keyed(key, use, clientId, text))
  const childHalf = (key: KeyObject, half: string, clientId: ClientId, parent: RefreshTokenParts) =>
    keyed(key, half, clientId, parent.cookie, parent.answer).toString('base64url')
  const identifierHash = (key: KeyObject, clientId: ClientId, email: string) =>
    keyed(key, 'identifier', clientId, storedEmail(email))
  const deviceProof = (keys: Keys, clientId: ClientId, email: string, id: string, issued: string) =>
    keyed(keys.device, clientId, identifierHash(keys.hash, clientId, email).toString('base64url'), id, issued).toString(
      'base64url',
    )

  return {
    accessHash: hashFor('access'),
    accessHashes: hashesFor('access'),
    refreshCookieHash: hashFor('refresh cookie'),
    refreshAnswerHash: hashFor('refresh answer'),
    deviceTokenHash: hashFor('device token'),
    // Uses only the current key. After a change of the secret, people who have entered a password but no code must log in again.
    challengeCookieHash: hashFor('challenge cookie'),
    challengeTicketHash: hashFor('challenge ticket'),
    entryHash: hashFor('entry'),
    entryCookieHash: hashFor('entry cookie'),
    entryHashes: hashesFor('entry'),
    entryCookieHashes: hashesFor('entry cookie'),
    /** Failed attempts are counted by this hash, so that the table does not reveal addresses. */
    identifierHash: (clientId: ClientId, email: string) => identifierHash(hashKey, clientId, email),
    olderIdentifierHashes: (clientId: ClientId, email: string): Buffer[] =>
      hashKeys.slice(1).map((key) => identifierHash(key, clientId, email)),

    newRefreshHalves: (): RefreshTokenParts => ({ cookie: newToken(), answer: newToken() }),
    /** The successor of a refresh token is calculated from it, so that a lost reply can be repeated. */
    keptRefreshes: (clientId: ClientId, halves: RefreshTokenParts): StoredRefresh[] =>
      hashKeys.map((key, index) => ({
        cookieHash: keyed(key, 'refresh cookie', clientId, halves.cookie),
        responseHash: keyed(key, 'refresh answer', clientId, halves.answer),
        child: {
          cookie: childHalf(keyAt(childKeys, index), 'cookie', clientId, halves),
          answer: childHalf(keyAt(childKeys, index), 'answer', clientId, halves),
        },
      })),

    newDeviceCookie: (clientId: ClientId, email: string, now: Date): string => {
      const id = randomBytes(16).toString('base64url')
      const issued = String(now.getTime())
      return `${id}.${issued}.${deviceProof({ hash: hashKey, device: deviceKey }, clientId, email, id, issued)}`
    },
    readDeviceCookie: (clientId: ClientId, email: string, cookie: string | undefined, now: Date): Device | null => {
      const [id, issued, proof, ...more] = (cookie ?? '').split('.')
      if (!id || !issued || !proof || more.length > 0) return null
      const isOurs = hashKeys.some((hash, index) =>
        equalTexts(proof, deviceProof({ hash, device: keyAt(deviceKeys, index) }, clientId, email, id, issued)),
      )
      const issuedAt = new Date(Number(issued))
      return isOurs && now.getTime() - issuedAt.getTime() <= signInLimits.deviceMs ? { id, issuedAt } : null
    },

    newLinkToken: (): string => randomBytes(16).toString('base64url'),
    linkHash: (clientId: ClientId, token: string): StoredToken => ({
      hash: keyed(hashKey, 'link', clientId, token),
      keyId,
    }),
    linkHashes: (clientId: ClientId, token: string): Buffer[] =>
      hashKeys.map((key) => keyed(key, 'link', clientId, token)),
    linkBrowserHash: hashFor('link browser'),
    countedHash: hashFor('counted'),
    robotProofHash: hashFor('robot proof'),
  }
}

type Keys = { hash: KeyObject; device: KeyObject }

function keyAt(keys: readonly KeyObject[], index: number): KeyObject {
  const key = keys[index]
  if (!key) throw new RangeError(`There is no key number ${index}`)
  return key
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function equalTexts(a: string, b: string): boolean {
  return equalBytes(Buffer.from(a), Buffer.from(b))
}

export function equalBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

// Parts contain no zero byte, so different lists never have the same text.
function keyed(key: KeyObject, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(parts.join('\0')).digest()
}
