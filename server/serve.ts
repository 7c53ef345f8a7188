import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isActiveEmployer, type Caller } from '../contract/caller.ts'
import { identifiesCaller, type Download, type Endpoint } from '../contract/endpoint.ts'
import type { IsoDate } from '../contract/dates.ts'
import type { ClientId } from '../contract/ids.ts'
import { refusalMessages } from '../contract/messages.ts'
import { notFound } from '../contract/not-found.ts'
import { Refused, refuse } from '../contract/refusals.ts'
import {
  queryInClient,
  compileStatement,
  inClient,
  inClientWithQuery,
  inNoClient,
  type Clock as DatabaseClock,
  type PortalDatabase,
} from '../database/database.ts'
import { appendAudit } from '../services/audit/audit.queries.ts'
import { type Authentication, sessionEnded, tokenMismatch } from '../features/session/authenticate.server.ts'
import { callerOfSession, withSession } from '../features/session/caller.queries.ts'
import {
  runAsUsual,
  type AuditDetails,
  type Clock,
  type StreamedDownload,
  type Handler,
  type Tx,
} from '../platform/handle.ts'
import { receiveFile } from '../platform/receive-file.ts'
import { bufferedResponse, sendDownload } from './buffered-response.ts'
import { claimKey, storeReply, findStoredReply, type KeyedRequest } from './idempotency.ts'
import { logFields } from './log.ts'
import {
  denied,
  fieldErrors,
  malformedUrl,
  fieldMessage,
  termsRequired,
  twoFactorDue,
  unreadableBody,
  wrongMediaType,
} from './refusals.ts'
import { siteOf } from './client-site.ts'
import {
  auditActor,
  authoriseView,
  viewCallEvents,
  viewRefusal,
  viewRefusalEvent,
  addViewHeader,
} from './view-authorisation.ts'

export type RequestDependencies = {
  db: PortalDatabase
  findClient: (site: string) => Promise<ClientId | null>
  /** Returns null for a request without bearer headers. */
  authenticate: (clientId: ClientId, asked: { request: FastifyRequest; afterExpiry: boolean }) => Authentication | null
  recordMismatch: (tx: Tx, clientId: ClientId, asked: { request: FastifyRequest; at: string }) => Promise<void>
  fixedSite: string
  https: boolean
}

/** The steps of every call: client, caller, authorisation, parsing, idempotency, handler, reply check, audit, commit. */
export function serve(dependencies: RequestDependencies, handler: Handler) {
  const { endpoint } = handler
  const answer = requestHandler(dependencies, handler)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const seen: { caller?: Caller } = {}
    const letThrough = (caller: Caller): Caller => {
      seen.caller = caller
      logFields(request, { caller })
      authoriseView(endpoint, request, caller)
      addViewHeader(reply, caller)
      authorise(endpoint, caller)
      return caller
    }
    return answer(request, reply, letThrough).catch(async (error: unknown) => {
      const { caller } = seen
      const refusal = caller && viewRefusal(error, caller)
      // A new transaction, because the transaction of the call has been rolled back.
      if (refusal)
        await inClient(dependencies.db, caller.clientId, (tx, { now }) =>
          appendAudit(tx, caller.clientId, [
            viewRefusalEvent({ endpoint, caller, at: now, requestId: request.id }, refusal),
          ]),
        )
      if (error instanceof Refused && error.refusal === tokenMismatch)
        // The refusal is sent even if this fails.
        await recordMismatch(dependencies, request).catch((err: unknown) =>
          request.log.error({ err }, 'different bearer headers could not be recorded'),
        )
      throw error
    })
  }
}

async function recordMismatch(
  { db, findClient, fixedSite, recordMismatch }: RequestDependencies,
  request: FastifyRequest,
) {
  const clientId = await findClient(siteOf(request.headers.host, fixedSite))
  if (clientId) await inClient(db, clientId, (tx, { now }) => recordMismatch(tx, clientId, { request, at: now }))
}

type AuthoriseCaller = (caller: Caller) => Caller

function requestHandler(dependencies: RequestDependencies, { endpoint, run, asks, outside }: Handler) {
  const { status = 200 } = endpoint
  return async (request: FastifyRequest, reply: FastifyReply, letThrough: AuthoriseCaller): Promise<FastifyReply> => {
    const site = siteOf(request.headers.host, dependencies.fixedSite)
    const clientId = await dependencies.findClient(site)
    logFields(request, { clientId })
    if (!clientId && endpoint.access !== 'public') throw refuse(sessionEnded)

    const begin = <T>(work: (tx: Tx, clock: Clock) => Promise<T>): Promise<T> => {
      const timed = (tx: Tx, clock: DatabaseClock) => work(tx, { now: new Date(clock.now), today: clock.today })
      return clientId ? inClient(dependencies.db, clientId, timed) : inNoClient(dependencies.db, timed)
    }

    const beginAs = <T>(work: (tx: Tx, clock: Clock, caller: Caller | null) => Promise<T>): Promise<T> => {
      const nobody = () => begin((tx, clock) => work(tx, clock, null))
      if (!clientId || !identifiesCaller(endpoint)) return nobody()
      const authentication = dependencies.authenticate(clientId, {
        request,
        afterExpiry: endpoint.afterExpiry === true,
      })
      if (!authentication && endpoint.orSignedIn) return nobody()
      if (!authentication) throw refuse(sessionEnded)
      return inClientWithQuery(dependencies.db, clientId, authentication.question, async (tx, clock, found) => {
        const { caller, use } = await authentication.find(tx, found, clock.today)
        const done = await work(tx, { now: new Date(clock.now), today: clock.today }, letThrough(caller))
        // Runs last, to keep the lock order: account before session.
        await use?.execute(tx)
        return done
      })
    }

    if (endpoint.ownTransactions) {
      const { caller, ...clock } = await beginAs((_, now, caller) => Promise.resolve({ ...now, caller }))
      const { answer, send } = bufferedResponse(reply, status)
      const result = await run({
        ...parse(endpoint, request),
        ...requestContext(request, site),
        ...clock,
        caller,
        clientId,
        get tx(): Tx {
          throw new Error('This endpoint opens its own transactions')
        },
        inTransaction: begin,
        audit: refuseSecondAudit,
        nothingChanged: refuseSecondAudit,
        answer,
      })
      return send(checked(endpoint, result))
    }

    const authentication =
      asks && clientId && isPlainRead(endpoint, request)
        ? dependencies.authenticate(clientId, { request, afterExpiry: false })
        : null
    const asked = authentication && clientId && preparedRead(endpoint, request, { asks, clientId })
    if (asked) {
      const question = withSession(
        authentication.question,
        compileStatement(asked.question, dependencies.db),
        asked.access,
      )
      const [found] = await queryInClient(dependencies.db, clientId, question)
      const { session, isRead, ...row } = found ?? {}
      const known = authentication.known(session ? [session] : [])
      // A session that views as another person needs more checks before its query, so it takes the steps below.
      if (known) {
        letThrough(known.caller)
        const result = asked.answer(isRead ? row : undefined, known.today)
        if (result !== runAsUsual) {
          const body = checked(endpoint, result)
          const { use } = known
          if (use) await inClient(dependencies.db, clientId, (tx) => use.execute(tx))
          return bufferedResponse(reply, status).send(body)
        }
      }
    }

    const found =
      outside &&
      (await beginAs(async (tx, { today }, caller) => {
        if (!caller || !clientId) throw refuse(sessionEnded)
        const parsed = parse(endpoint, request)
        const keyed = keyedRequest(endpoint, request, caller)
        // A repeated request gets its stored reply below, so the outside service is not called again.
        if (keyed && (await findStoredReply(tx, keyed))) return null
        return { toAsk: await outside.read({ ...parsed, tx, caller, clientId, today }) }
      }))
    // Outside any transaction, because the service may be slow.
    const answered = found && (await outside.ask(found.toAsk))

    let unsent: StreamedDownload['discard']
    const outcome = beginAs(async (tx, clock, caller) => {
      const parsed = parse(endpoint, request)
      const keyed = caller ? keyedRequest(endpoint, request, caller) : null
      const kept = keyed && (await claimKey(tx, keyed))
      if (caller && kept)
        await appendAudit(
          tx,
          caller.clientId,
          viewCallEvents({ endpoint, caller, at: clock.now.toISOString(), requestId: request.id }),
        )
      if (kept) return () => reply.status(kept.status).type('application/json; charset=utf-8').send(kept.body)

      const { answer, send } = bufferedResponse(reply, status)
      const events = auditOf(endpoint)
      const result = await run({
        ...parsed,
        ...requestContext(request, site),
        ...clock,
        caller,
        clientId,
        tx,
        inTransaction: () => Promise.reject(new Error('This endpoint has the transaction of its request')),
        audit: events.add,
        nothingChanged: events.noChange,
        answer,
        answered,
      })
      if (endpoint.reply === 'file') {
        // The reply of this endpoint is a file.
        const file = result as Download | StreamedDownload
        if ('discard' in file) unsent = file.discard
        if (clientId) await appendAudit(tx, clientId, events.list(caller, clock.now, request.id))
        return () =>
          sendDownload(reply, file, {
            https: dependencies.https,
            inTransaction: (work) => begin((ofFile) => work(ofFile)),
          })
      }
      const body = checked(endpoint, result)
      if (keyed) await storeReply(tx, keyed, { status, body })
      // Written last, because it locks the client's audit chain until the commit.
      if (clientId) await appendAudit(tx, clientId, events.list(caller, clock.now, request.id))
      return () => send(body)
    })
    try {
      return await (
        await outcome
      )()
    } catch (error) {
      await unsent?.()
      throw error
    }
  }
}

function isPlainRead(
  { method, access, audit, beforeTerms, afterExpiry, reply }: Endpoint,
  { headers }: FastifyRequest,
): boolean {
  const isKeyed = method !== 'GET' && headers['idempotency-key'] !== undefined
  return access !== 'public' && !audit && !beforeTerms && !afterExpiry && reply !== 'file' && !isKeyed
}

function preparedRead(
  endpoint: Endpoint,
  request: FastifyRequest,
  { asks, clientId }: { asks: Handler['asks']; clientId: ClientId },
) {
  if (!asks) return null
  try {
    const asked = { ...parse(endpoint, request), clientId }
    return {
      question: asks.question(asked, callerOfSession),
      access: endpoint.access === 'employer' ? ('employer' as const) : ('user' as const),
      answer: (row: unknown, today: IsoDate) => asks.answer(row, asked, today),
    }
  } catch (refused) {
    if (refused instanceof Refused) return null
    throw refused
  }
}

function authorise(endpoint: Endpoint, caller: Caller): void {
  if (endpoint.access === 'employer' && !isActiveEmployer(caller)) throw refuse(denied)
  if (caller.owesTwoFactor && !endpoint.beforeTwoFactor)
    // The login page shows `detail`, as after status 401.
    throw refuse(twoFactorDue, { body: { detail: twoFactorDue.message } })
  if (!caller.termsAccepted && !endpoint.beforeTerms) throw refuse(termsRequired)
}

function parse(endpoint: Endpoint, request: FastifyRequest) {
  const params =
    firstUnreadable(request.params) !== undefined
      ? { success: false as const }
      : endpoint.params?.safeParse(request.params)
  // A malformed id is refused like an unknown id.
  if (params && !params.success) throw refuse(notFound)
  const query = (endpoint.query ?? noFields).safeParse(request.query, words)
  if (!query.success) throw refuse(malformedUrl, { errors: fieldErrors(query.error) })
  const unreadable = firstUnreadable(request.query) ?? firstUnreadable(request.body)
  if (unreadable !== undefined) throw refuse(malformedUrl, { errors: { [unreadable]: [refusalMessages.invalidField] } })
  // No body is needed if all fields are optional. `null` is a body and is refused.
  const given = request.body === undefined && endpoint.body ? {} : request.body
  const body = (endpoint.body ?? emptyBody).safeParse(given, words)
  if (!body.success) throw refuse(malformedUrl, { errors: fieldErrors(body.error) })
  return { params: params?.data, query: query.data, body: body.data }
}

/** Returns the path of a text with half a surrogate pair or a control character, or of nesting that would overflow the stack. */
function firstUnreadable(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return isReadable(value) ? undefined : path.join('.')
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length > mostLevels) return path[0]
  for (const [name, inner] of Object.entries(value)) {
    const found = isReadable(name) ? firstUnreadable(inner, [...path, name]) : path.join('.')
    if (found !== undefined) return found
  }
  return undefined
}

const mostLevels = 50

const isReadable = (text: string): boolean => text.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(text)

const words = { error: fieldMessage }
const noFields = z.strictObject({})
const emptyBody = z.strictObject({}).optional()

function requestContext(request: FastifyRequest, site: string) {
  return {
    receive: async (limits: { mostBytes: number }) => {
      if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) throw refuse(wrongMediaType)
      return receiveFile(request.raw, limits)
    },
    requestId: request.id,
    site,
    ip: request.ip,
    // Node has a list only for set-cookie, a header of responses.
    headers: request.headers as Record<string, string | undefined>,
    cookies: request.cookies,
  }
}

function keyedRequest(endpoint: Endpoint, request: FastifyRequest, caller: Caller): KeyedRequest | null {
  const key = request.headers['idempotency-key']
  if (endpoint.method === 'GET' || endpoint.keepsNothing || key === undefined) return null
  if (typeof key !== 'string' || key.length < 8 || key.length > 200) throw refuse(unreadableBody)
  return {
    clientId: caller.clientId,
    personId: caller.personId,
    key,
    request: JSON.stringify([endpoint.method, request.url, request.body ?? null]),
  }
}

/** Throws if the reply violates the contract, so that nothing undeclared is sent. */
function checked(endpoint: Endpoint, result: unknown): string {
  if (endpoint.reply === 'file') throw new Error('A download has no JSON body')
  return JSON.stringify(endpoint.reply.parse(result))
}

function refuseSecondAudit(): never {
  throw new Error('An endpoint with transactions of its own appends its own audit events')
}

function auditOf(endpoint: Endpoint) {
  const details: AuditDetails = {}
  let subject: string | undefined
  let isChange = true
  return {
    add: (more: AuditDetails, whom?: string): void => {
      Object.assign(details, more)
      subject = whom ?? subject
    },
    noChange: (): void => {
      isChange = false
    },
    list: (caller: Caller | null, now: Date, requestId: string) => {
      const at = now.toISOString()
      if (!endpoint.audit || !isChange) return caller ? viewCallEvents({ endpoint, caller, at, requestId }) : []
      const by = auditActor(caller)
      return [
        {
          at,
          actor: by.actor,
          subject: subject ?? caller?.personId ?? null,
          action: endpoint.audit,
          details: { ...details, ...by.details },
          requestId,
        },
      ]
    },
  }
}
