import type { CompiledQuery } from 'kysely'
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
  question: CompiledQuery
  /** By the answer alone; null where it does not suffice. */
  known: (answer: unknown[]) => Known | null
  /** By the answer, and by what has to be asked further, in the same transaction. */
  find: (tx: Tx, answer: unknown[], today: IsoDate) => Promise<Known>
}

export type Known = {
  caller: Caller
  /** The date in Europe/London on which they are calling. */
  today: IsoDate
  /** What notes the use of the session, when it is due; null most of the time, so that not every read is a write. */
  use: ReturnType<typeof useOf> | null
}

/** Authenticates a call; null without a bearer header. Status, type and terms are read each time (S-41). */
export function authenticator(serverSecret: ServerSecret) {
  const { accessHashes } = tokensOf(serverSecret)

  return (clientId: ClientId, { headers, afterExpiry = false }: Asked): Authentication | null => {
    const token = readToken(headers)
    if (token === null) return null
    const standing = (answer: unknown[]): FoundSession => {
      // Rows of `question` below.
      const [found] = answer as FoundSession[]
      // Same response for unknown, expired and revoked tokens, and for tokens of another client.
      if (!found || found.ended || !found.enabled || !(found.alive || afterExpiry)) throw refuse(sessionEnded)
      return found
    }
    return {
      question: sessionOf({ clientId, hashes: accessHashes(clientId, token) }),
      known: (answer) => {
        const found = standing(answer)
        // A view of another person's portal also needs a valid grant, which `find` reads.
        return found.grantId === null ? callingBy(clientId, found) : null
      },
      find: async (tx, answer, today) => {
        const found = standing(answer)
        if (found.grantId === null) return callingBy(clientId, found)
        const grant = await findOpenGrant(tx, clientId, { grantId: found.grantId, today })
        if (!grant) throw refuse(sessionEnded)
        return callingBy(clientId, found, grant)
      },
    }
  }
}

function callingBy(clientId: ClientId, found: FoundSession, grant?: OpenGrant): Known {
  const { personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor, today } = found
  const view = grant?.view ?? null
  const caller = { clientId, personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor, view }
  const use = { sessionId, actorSessionId: grant?.actorSessionId ?? null }
  return { caller, today, use: found.useIsDue && !found.ended ? useOf(clientId, use) : null }
}

/** Authorization counts; X-Bearer-Token may only repeat it (S-32). */
function readToken({ authorization, xBearerToken }: BearerHeaders): string | null {
  if (authorization.length > 1 || xBearerToken.length > 1) throw refuse(doubledBearer)
  const [main] = authorization
  const [repeated] = xBearerToken
  if (main === undefined && repeated === undefined) return null
  if (main === undefined) throw refuse(sessionEnded)
  if (repeated !== undefined && !sameText(main, repeated)) throw refuse(tokenMismatch)
  const token = bearerToken(main)
  if (token === undefined) throw refuse(sessionEnded)
  return token
}

/** The token of a bearer header; undefined where it can be none. */
export function bearerToken(header: string): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(header)?.[1]
}
