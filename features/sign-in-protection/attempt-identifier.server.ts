import type { ClientId } from '../../contract/ids.ts'
import type { AnyCall, Tx } from '../../platform/handle.ts'
import { isDeviceKnown } from '../../services/session/account.queries.ts'
import { deviceCookie } from '../../services/session/issue-session.server.ts'
import type { AttemptCounter } from './login-attempts.queries.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'

export type AttemptKey = AttemptCounter & {
  email: string
  device: { email: string; issuedAt: Date } | null
}

/** Failed attempts are counted by email. A browser that has logged in before has a separate count and limit (S-04). */
export function attemptKeyOf(
  { cookies, now }: Pick<AnyCall, 'cookies' | 'now'>,
  clientId: ClientId,
  { tokens, email }: { tokens: Tokens; email: string },
): AttemptKey {
  const device = tokens.readDeviceCookie(clientId, email, cookies[deviceCookie], now)
  return {
    email,
    identifierHash: tokens.identifierHash(clientId, email),
    lane: device ? `device ${device.id}` : 'any',
    olderHashes: tokens.olderIdentifierHashes(clientId, email),
    device: device && { email, issuedAt: device.issuedAt },
  }
}

/** Uses the shared count if the account has invalidated this browser's cookie (S-14). */
export async function currentAttemptKey(tx: Tx, clientId: ClientId, attemptKey: AttemptKey): Promise<AttemptKey> {
  const { device } = attemptKey
  const isForgotten = device && !(await isDeviceKnown(tx, clientId, device))
  return isForgotten ? { ...attemptKey, lane: 'any', device: null } : attemptKey
}
