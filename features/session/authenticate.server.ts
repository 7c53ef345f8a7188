import type { CompiledQuery } from 'kysely'
import { hash } from 'node:crypto'
import type { Caller } from '../../contract/caller.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import { frozen, recentlyAsked, type RecentlyAsked } from '../../database/recently-asked.ts'
import type { Tx } from '../../platform/handle.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { sessionOf, stillStands, useOf, type FoundSession } from './caller.queries.ts'
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

/** What a session stands on, and the question whether it still does, which is the same with each of its calls. */
type KeptSession = { found: FoundSession; again: ReturnType<typeof stillStands> }

/** Of so many sessions it is kept in memory what they stand on, at some 1,000 bytes each. */
const mostKept = 10_000

/**
 * Who is calling, as the database says at this moment; null without any bearer header. Status, user type and terms are those
 * that count with this very call, so that what a person may do ends with the reason for it (S-41). One question, which goes
 * out with the begin of the call's transaction: of a session that has called before, whether what is known of it still stands.
 */
export function authenticator(serverSecret: ServerSecret) {
  const { accessHashes } = tokensOf(serverSecret)
  const kept = recentlyAsked<KeptSession>(mostKept)

  return (clientId: ClientId, { headers, afterExpiry = false }: Asked): Authentication | null => {
    const token = readToken(headers)
    if (token === null) return null
    const key = keyOf(clientId, token)
    const inFull = () => askedInFull(clientId, { key, kept, hashes: accessHashes(clientId, token), afterExpiry })
    const known = kept.find(key)
    return known ? askedAgain(clientId, { key, kept, known, inFull }) : inFull()
  }
}

type Keeping = { key: string; kept: RecentlyAsked<KeptSession> }

function askedInFull(
  clientId: ClientId,
  { key, kept, hashes, afterExpiry }: Keeping & { hashes: readonly Buffer[]; afterExpiry: boolean },
): Authentication {
  const standing = ([found]: FoundSession[]): FoundSession => {
    // The same answer for an unknown, an expired and a revoked token, and for one of another client.
    if (!found || found.ended || !found.enabled || !(found.alive || afterExpiry)) throw refuse(sessionEnded)
    // Whoever may not use the portal as themselves is asked for in full each time.
    if (found.access !== 'nothing')
      kept.keep(key, { found: frozen(found), again: stillStands(clientId, { hashes, known: found }) })
    return found
  }
  return answeredBy(sessionOf(clientId, { hashes }), {
    known: (answer) => {
      const found = standing(answer)
      // A view as somebody else stands on more than its session.
      return found.grantId === null ? callingBy(clientId, found) : null
    },
    find: async (tx, answer, today) => {
      const found = standing(answer)
      if (found.grantId === null) return callingBy(clientId, found)
      const grant = await findOpenGrant(tx, clientId, { grantId: found.grantId, today })
      if (!grant) throw refuse(sessionEnded)
      return callingBy(clientId, found, grant)
    },
  })
}

/** Once more about a session that was found before: it is who it was where nothing has changed, and asked in full otherwise. */
function askedAgain(
  clientId: ClientId,
  { key, kept, known, inFull }: Keeping & { known: KeptSession; inFull: () => Authentication },
): Authentication {
  const still = ([stands]: Pick<FoundSession, 'useIsDue'>[]): Known | null => {
    if (stands) return callingBy(clientId, { ...known.found, ...stands })
    kept.forget(key)
    return null
  }
  return answeredBy(known.again, {
    known: still,
    find: async (tx, answer, today) => {
      const stands = still(answer)
      if (stands) return stands
      const further = inFull()
      const { rows } = await tx.executeQuery(further.question)
      return further.find(tx, rows, today)
    },
  })
}

function answeredBy<Row>(
  question: CompiledQuery<Row>,
  {
    known,
    find,
  }: {
    known: (answer: Row[]) => Known | null
    find: (tx: Tx, answer: Row[], today: IsoDate) => Promise<Known>
  },
): Authentication {
  // The rows of this very question.
  return {
    question,
    known: (answer) => known(answer as Row[]),
    find: (tx, answer, today) => find(tx, answer as Row[], today),
  }
}

function callingBy(clientId: ClientId, found: FoundSession, grant?: OpenGrant): Known {
  const { personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor, today } = found
  const view = grant?.view ?? null
  const caller = { clientId, personId, sessionId, userType, employmentStatus, termsAccepted, owesTwoFactor, view }
  const use = { sessionId, actorSessionId: grant?.actorSessionId ?? null }
  return { caller, today, use: found.useIsDue && !found.ended ? useOf(clientId, use) : null }
}

/**
 * Where the session of a token is kept in memory: a token for another client has another place. Of 256 random bits a hash
 * without a key tells nothing, and takes a sixth of the time of one with a key.
 */
function keyOf(clientId: ClientId, token: string): string {
  return hash('sha256', `${clientId} ${token}`, 'base64')
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
