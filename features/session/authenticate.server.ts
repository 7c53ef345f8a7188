import type { Caller } from '../../contract/caller.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../../platform/handle.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { sessionOf, useOf, type FoundSession } from './caller.queries.ts'
import { doubledBearer, sessionEnded, tokenMismatch } from './session-refusals.server.ts'
import { sameText, tokensOf } from './tokens.server.ts'
import { findOpenGrant, type OpenGrant } from './views/view.queries.ts'

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
  /** By the answer alone; null in a view as somebody else, which stands on more than its session. */
  known: (answer: FoundSession[]) => Known | null
  /** By the answer, and in a view by what it stands on, asked in the same transaction. */
  find: (tx: Tx, answer: FoundSession[], today: IsoDate) => Promise<Known>
}

export type Known = {
  caller: Caller
  /** What notes the use of the session, when it is due; null most of the time, so that not every read is a write. */
  use: ReturnType<typeof useOf> | null
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
    const knownBy = (found: FoundSession, grant: OpenGrant | null): Known => {
      const { personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor } = found
      const view = grant?.view ?? null
      const caller = { clientId, personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor, view }
      const use = { sessionId, actorSessionId: grant?.actorSessionId ?? null }
      return { caller, use: found.useIsDue && !found.ended ? useOf(clientId, use) : null }
    }
    // The same answer for an unknown, an expired and a revoked token, and for one of another client.
    const standing = ([found]: FoundSession[]): FoundSession => {
      if (!found || found.ended || !found.enabled || !(found.alive || afterExpiry)) throw refuse(sessionEnded)
      return found
    }
    return {
      question: sessionOf(clientId, { hashes: accessHashes(clientId, token) }),
      known: (answer) => {
        const found = standing(answer)
        return found.grantId === null ? knownBy(found, null) : null
      },
      find: async (tx, answer, today) => {
        const found = standing(answer)
        if (found.grantId === null) return knownBy(found, null)
        const grant = await findOpenGrant(tx, clientId, { grantId: found.grantId, today })
        if (!grant) throw refuse(sessionEnded)
        return knownBy(found, grant)
      },
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
