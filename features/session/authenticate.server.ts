import type { Caller } from '../../contract/caller.ts'
import type { ClientId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../../platform/handle.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { useSession } from './caller.queries.ts'
import { doubledBearer, sessionEnded, tokenMismatch } from './session-refusals.server.ts'
import { sameText, tokensOf } from './tokens.server.ts'

/** Every value of the two bearer headers, as they came in. */
export type BearerHeaders = { authorization: string[]; xBearerToken: string[] }

/** Node's own reading keeps only the first of two Authorization headers; the raw list shows both. */
export function bearerHeaders(rawHeaders: readonly string[]): BearerHeaders {
  const valuesOf = (name: string) =>
    rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
  return { authorization: valuesOf('authorization'), xBearerToken: valuesOf('x-bearer-token') }
}

export type Asked = {
  headers: BearerHeaders
  now: Date
  /** Logging out takes a session that has run out, too. */
  afterExpiry?: boolean
}

/**
 * Who is calling, as the database says at this moment; null without any bearer header. Status, user type and terms are
 * read anew with every call, so that what a person may do ends with the reason for it (S-41). Notes the use of the
 * session. Everything in one round trip.
 */
export function authenticator(serverSecret: ServerSecret) {
  const { accessHashes } = tokensOf(serverSecret)

  return async (tx: Tx, clientId: ClientId, { headers, now, afterExpiry = false }: Asked): Promise<Caller | null> => {
    const token = readToken(headers)
    if (token === null) return null
    const found = await useSession(tx, clientId, { hashes: accessHashes(clientId, token), now })
    // The same answer for an unknown, an expired and a revoked token, and for one of another client.
    if (!found || found.ended || !found.enabled || !(found.alive || afterExpiry)) throw refuse(sessionEnded)
    const { personId, sessionId, userType, employmentStatus, termsAccepted } = found
    return { clientId, personId, sessionId, userType, employmentStatus, termsAccepted }
  }
}

/** Authorization counts; X-Bearer-Token may only repeat it (S-32). */
function readToken({ authorization, xBearerToken }: BearerHeaders): string | null {
  if (authorization.length > 1 || xBearerToken.length > 1) throw refuse(doubledBearer)
  const [main] = authorization
  const [repeated] = xBearerToken
  if (main === undefined && repeated === undefined) return null
  if (main === undefined) throw refuse(sessionEnded)
  if (repeated !== undefined && !sameText(main, repeated)) throw refuse(tokenMismatch)
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(main)?.[1]
  if (token === undefined) throw refuse(sessionEnded)
  return token
}
