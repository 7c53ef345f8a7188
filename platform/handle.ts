import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Caller } from '../contract/caller.ts'
import type { IsoDate } from '../contract/dates.ts'
import type { Readable } from 'node:stream'
import type { Access, BodyOf, Download, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../contract/endpoint.ts'
import type { ClientId, PersonId } from '../contract/ids.ts'
import type { Database } from '../database/tables.ts'
import type { ReceivedFile } from './receive-file.ts'

export type Tx = Transaction<Database>

export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>

type CallerFor<A extends Access> = A extends 'public' ? Caller | null : Caller
type ClientFor<A extends Access> = A extends 'public' ? ClientId | null : ClientId

export type Clock = { now: Date; today: IsoDate }

/** A request for a handler: parsed and authorised, in a transaction that is committed before the response is sent. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: CallerFor<E['access']>
  clientId: ClientFor<E['access']>
  tx: Tx
  now: Date
  today: IsoDate
  inTransaction: <T>(work: (tx: Tx, clock: Clock) => Promise<T>) => Promise<T>
  requestId: string
  site: string
  /** IP address of the caller. A forwarded address is accepted only from the configured number of trusted proxies. */
  ip: string
  headers: Record<string, string | undefined>
  receive: (limits: { mostBytes: number }) => Promise<ReceivedFile>
  cookies: Record<string, string | undefined>
  /** Adds details to the endpoint's audit event. `subject` is the person affected, if not the caller. */
  audit: (details: AuditDetails, subject?: string) => void
  nothingChanged: () => void
  answer: ResponseControls
}

export type ResponseControls = {
  header: (name: string, value: string) => void
  /** Sets a cookie: Secure, SameSite=Strict, Path=/, and HttpOnly unless `readableByScript`. */
  setCookie: (name: string, value: string, options?: { maxAgeSeconds?: number; readableByScript?: boolean }) => void
  clearCookie: (name: string) => void
}

export type AnyCall = Omit<Call<Endpoint>, 'params' | 'query' | 'body' | 'caller' | 'clientId'> & {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | null
  clientId: ClientId | null
  answered?: unknown
}

export type Handler = {
  endpoint: Endpoint
  run: (call: AnyCall) => Promise<unknown>
  /** A query that needs only the request. It is sent together with the session check. */
  asks?: {
    question: (input: AnyRequestInput, callerId: CallerId) => RawBuilder<unknown>
    answer: (row: unknown, input: AnyRequestInput, today: IsoDate) => unknown
  }
  /** A call to an outside service. No transaction is open during the call, because it may be slow. */
  outside?: {
    read: (reading: ReadingOfAnything) => Promise<unknown>
    /** Calls the service. Never throws: failures are part of the result. */
    ask: (found: unknown) => Promise<unknown>
  }
}

type ReadingOfAnything = AnyRequestInput & { tx: Tx; caller: Caller; today: IsoDate }

export type CallerId = RawBuilder<PersonId>

type AnyRequestInput = { params: unknown; query: unknown; body: unknown; clientId: ClientId }

export type RequestInput<E extends Endpoint> = Pick<Call<E>, 'params' | 'query' | 'body'> & { clientId: ClientId }

/** Returned if the row is not enough for a response. The call then runs in a transaction, like other calls. */
export const runAsUsual = Symbol('ask further')

/** A file that is sent after the commit. An error or a disconnect aborts the response, so that it never looks complete. */
export type StreamedDownload = Omit<Download, 'bytes'> & {
  send: (inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) => Readable
  discard?: () => Promise<void>
}

type AnsweredBy<E extends Endpoint> = ReplyOf<E> | (E['reply'] extends 'file' ? StreamedDownload : never)

export function handle<const E extends Endpoint>(endpoint: E, run: (call: Call<E>) => Promise<AnsweredBy<E>>): Handler {
  // The server builds the call from this endpoint's schemas, so the handler gets the declared shape.
  return { endpoint, run: (call) => run(call as Call<E>) }
}

export function handleWithQuery<const E extends Endpoint, Row>(
  endpoint: E,
  question: (input: RequestInput<E>, callerId: CallerId) => RawBuilder<Row>,
  answer: (row: Row | undefined, input: RequestInput<E>, today: IsoDate) => ReplyOf<E>,
): Handler {
  const run = async ({ tx, clientId, caller, params, query, body, today }: Call<E>): Promise<ReplyOf<E>> => {
    if (!clientId || !caller) throw new Error('A question is asked by people of a client')
    const input = { params, query, body, clientId }
    const { rows } = await question(input, sql`${caller.personId}::uuid`).execute(tx)
    return answer(rows[0], input, today)
  }
  return handleWithQueryOrRun(endpoint, { question, answer, run })
}

export function handleWithQueryOrRun<const E extends Endpoint, Row>(
  endpoint: E,
  {
    question,
    answer,
    run,
  }: {
    question: (input: RequestInput<E>, callerId: CallerId) => RawBuilder<Row>
    answer: (row: Row | undefined, input: RequestInput<E>, today: IsoDate) => ReplyOf<E> | typeof runAsUsual
    run: (call: Call<E>) => Promise<ReplyOf<E>>
  },
): Handler {
  // The server parses params, query and body with this endpoint's schemas.
  const typed = (input: AnyRequestInput): RequestInput<E> => input as RequestInput<E>
  return {
    ...handle(endpoint, run),
    asks: {
      question: (input, callerId) => question(typed(input), callerId),
      // The row is the result of `question` above.
      answer: (row, input, today) => answer(row as Row | undefined, typed(input), today),
    },
  }
}

export type ServiceInput<E extends Endpoint> = RequestInput<E> & { tx: Tx; caller: Caller; today: IsoDate }

/** Returns a handler that reads in a short transaction, calls an outside service, and then runs in another transaction. */
export function handleWithService<const E extends Endpoint, Found, Answer>(
  endpoint: E,
  outside: { read: (reading: ServiceInput<E>) => Promise<Found>; ask: (found: Found) => Promise<Answer> },
  run: (call: Call<E>, answer: Answer) => Promise<ReplyOf<E>>,
): Handler {
  return {
    endpoint,
    // The server passes the results of `read` and `ask`, with the types that they declare.
    run: (call) => run(call as Call<E>, call.answered as Answer),
    outside: {
      read: (reading) => outside.read(reading as ServiceInput<E>),
      ask: (found) => outside.ask(found as Found),
    },
  }
}
