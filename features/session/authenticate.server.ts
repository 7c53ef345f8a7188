import type { CompiledQuery } from 'kysely'
import type { Caller } from '../../contract/caller.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { refuse, refusal } from '../../contract/refusals.ts'
import type { Tx } from '../../platform/handle.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { sessionOf, recordUseStatement, type FoundSession } from './caller.queries.ts'
import { equalTexts, tokensOf } from '../../services/session/tokens.server.ts'
import { findOpenGrant, type OpenGrant } from './open-view.queries.ts'
import { refusalMessages } from '../../contract/messages.ts'

export const sessionEnded = refusal('session-ended', 401, refusalMessages.sessionEnded)

export const tokenMismatch = refusal('token_mismatch', 401, refusalMessages.sessionEnded)

export const doubledBearer = refusal('doubled-bearer', 400, refusalMessages.malformed)

export type BearerHeaders = { authorization: string[]; xBearerToken: string[] }

/** `request.headers` has only the first of two Authorization headers. */
export function bearerHeaders(rawHeaders: readonly string[]): BearerHeaders {
  const valuesOf = (name: string) =>
    rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
  return { authorization: valuesOf('authorization'), xBearerToken: valuesOf('x-bearer-token') }
}

export type AuthenticationRequest = {
  headers: BearerHeaders
  afterExpiry?: boolean
}

export type Authentication = {
  question: CompiledQuery
  /** Returns null for a view, whose grant must also be read. */
  known: (answer: unknown[]) => AuthenticatedCaller | null
  find: (tx: Tx, answer: unknown[], today: IsoDate) => Promise<AuthenticatedCaller>
}

export type AuthenticatedCaller = {
  caller: Caller
  today: IsoDate
  use: ReturnType<typeof recordUseStatement> | null
}

/** Returns null without a bearer header. Account, role and terms are read on every call (S-41). */
export function authenticator(serverSecret: ServerSecret) {
  const { accessHashes } = tokensOf(serverSecret)

  return (clientId: ClientId, { headers, afterExpiry = false }: AuthenticationRequest): Authentication | null => {
    const token = readToken(headers)
    if (token === null) return null
    const foundSession = (answer: unknown[]): FoundSession => {
      // The query `sessionOf` returns these rows.
      const [found] = answer as FoundSession[]
      // Unknown, expired, revoked and other clients' tokens get the same refusal.
      if (!found || found.ended || !found.enabled || !(found.alive || afterExpiry)) throw refuse(sessionEnded)
      return found
    }
    return {
      question: sessionOf({ clientId, hashes: accessHashes(clientId, token) }),
      known: (answer) => {
        const found = foundSession(answer)
        return found.grantId === null ? callingBy(clientId, found) : null
      },
      find: async (tx, answer, today) => {
        const found = foundSession(answer)
        if (found.grantId === null) return callingBy(clientId, found)
        const grant = await findOpenGrant(tx, clientId, { grantId: found.grantId, today })
        if (!grant) throw refuse(sessionEnded)
        return callingBy(clientId, found, grant)
      },
    }
  }
}

function callingBy(clientId: ClientId, found: FoundSession, grant?: OpenGrant): AuthenticatedCaller {
  const { personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor, today } = found
  const view = grant?.view ?? null
  const caller = { clientId, personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor, view }
  const use = { sessionId, actorSessionId: grant?.actorSessionId ?? null }
  return { caller, today, use: found.useIsDue && !found.ended ? recordUseStatement(clientId, use) : null }
}

/** If X-Bearer-Token is sent too, both tokens must be equal (S-32). */
function readToken({ authorization, xBearerToken }: BearerHeaders): string | null {
  if (authorization.length > 1 || xBearerToken.length > 1) throw refuse(doubledBearer)
  const [main] = authorization
  const [repeated] = xBearerToken
  if (main === undefined && repeated === undefined) return null
  if (main === undefined) throw refuse(sessionEnded)
  if (repeated !== undefined && !equalTexts(main, repeated)) throw refuse(tokenMismatch)
  const token = bearerToken(main)
  if (token === undefined) throw refuse(sessionEnded)
  return token
}

export function bearerToken(header: string): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(header)?.[1]
}
