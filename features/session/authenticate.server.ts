import type { Caller } from '../../contract/caller.ts'
import type { ClientId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { sessionOf, useOf, type FoundSession } from './caller.queries.ts'
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
  /** Logging out takes a session that has run out, too. */
  afterExpiry?: boolean
}

/** What to ask the database about a token, and who is calling by its answer. */
export type Authentication = {
  question: ReturnType<typeof sessionOf>
  callerOf: (answer: FoundSession[]) => Caller
  /** What notes the use of the session, when it is due; null most of the time, so that not every read is a write. */
  useToNote: (answer: FoundSession[]) => ReturnType<typeof useOf> | null
}

/**
 * Who is calling, as the database says at this moment; null without any bearer header. Status, user type and terms are
 * read anew with every call, so that what a person may do ends with the reason for it (S-41). One question, which goes
 * out with the begin of the call's transaction.
 */
export function authenticator(serverSecret: ServerSecret) {
  const { accessHashes } = tokensOf(serverSecret)

  return (clientId: ClientId, { headers, afterExpiry = false }: Asked): Authentication | null => {
    const token = readToken(headers)
    if (token === null) return null
    return {
      question: sessionOf(clientId, { hashes: accessHashes(clientId, token) }),
      callerOf: ([found]) => {
        // The same answer for an unknown, an expired and a revoked token, and for one of another client.
        if (!found || found.ended || !found.enabled || !(found.alive || afterExpiry)) throw refuse(sessionEnded)
        const { personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor, view } = found
        return { clientId, personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor, view }
      },
      useToNote: ([found]) => (found?.useIsDue && !found.ended ? useOf(clientId, found) : null),
    }
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
