import type { RawBuilder, Transaction } from 'kysely'
import type { Caller } from '../contract/caller.ts'
import type { IsoDate } from '../contract/dates.ts'
import type { Readable } from 'node:stream'
import type { Access, BodyOf, Download, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../contract/endpoint.ts'
import type { ClientId } from '../contract/ids.ts'
import type { Database } from '../database/tables.ts'
import type { ReceivedFile } from './receive-file.ts'

export type Tx = Transaction<Database>

/** What happened, in the words of the audit: added to the event that the endpoint declares. */
export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>

type CallerFor<A extends Access> = A extends 'public' ? Caller | null : Caller
/** A public call on an unknown sub-domain has no client; every other call has one. */
type ClientFor<A extends Access> = A extends 'public' ? ClientId | null : ClientId

/** The time of one transaction, from the database's one clock. */
export type Clock = { now: Date; today: IsoDate }

/** One request on its way through a handler: parsed, authorised, and inside one transaction that commits before the answer leaves. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: CallerFor<E['access']>
  clientId: ClientFor<E['access']>
  /** The request's transaction. An endpoint with `ownTransactions` has none: reading it throws. */
  tx: Tx
  /** The database's clock at the start of the request. */
  now: Date
  /** Its date in Europe/London. */
  today: IsoDate
  /** A transaction of its own, committed when it resolves: only for endpoints with `ownTransactions`. */
  inTransaction: <T>(work: (tx: Tx, clock: Clock) => Promise<T>) => Promise<T>
  requestId: string
  site: string
  /** The caller's address, from the configured hop only. */
  ip: string
  headers: Record<string, string | undefined>
  /** The file that the call brings, on the disk of this machine: only for an endpoint that `takes` one. Removed by who asks for it. */
  receive: (limits: { mostBytes: number }) => Promise<ReceivedFile>
  cookies: Record<string, string | undefined>
  /** Adds details to the endpoint's audit event; whom it was done to, when that is not the caller. */
  audit: (details: AuditDetails, subject?: string) => void
  /** There was nothing to do: the audit tells of no change. */
  nothingChanged: () => void
  answer: Answer
}

export type Answer = {
  header: (name: string, value: string) => void
  /** Secure, SameSite=Strict, Path=/ and http-only unless a script must read it. */
  setCookie: (name: string, value: string, options?: { maxAgeSeconds?: number; readableByScript?: boolean }) => void
  clearCookie: (name: string) => void
}

/** A call before anyone has said which endpoint's it is. */
export type AnyCall = Omit<Call<Endpoint>, 'params' | 'query' | 'body' | 'caller' | 'clientId'> & {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | null
  clientId: ClientId | null
  /** What was answered outside, of a handler that asks there. */
  answered?: unknown
}

export type Handler = {
  endpoint: Endpoint
  run: (call: AnyCall) => Promise<unknown>
  /** What a call that saves nothing asks the database, where that follows from the call alone. */
  asks?: {
    question: (asked: AskedOfAnything) => RawBuilder<unknown>
    answer: (rows: unknown[], asked: AskedOfAnything, today: IsoDate) => unknown
  }
  /** What is asked of somebody outside, who may take their time: no transaction is open meanwhile. */
  outside?: {
    /** Reads what to ask, in a transaction of its own. */
    read: (reading: ReadingOfAnything) => Promise<unknown>
    /** Asks; whatever comes of it is an answer. */
    ask: (found: unknown) => Promise<unknown>
  }
}

type ReadingOfAnything = AskedOfAnything & { tx: Tx; caller: Caller; today: IsoDate }

type AskedOfAnything = { params: unknown; query: unknown; body: unknown; clientId: ClientId }

/** What a question may hang on. Its time is `transactionTime`, its day `transactionDay`; what answers it knows the day. */
export type Asked<E extends Endpoint> = Pick<Call<E>, 'params' | 'query' | 'body'> & { clientId: ClientId }

/** Answered where the rows alone do not suffice: the call then takes the usual way, with a transaction to ask further in. */
export const askFurther = Symbol('ask further')

/** A file sent after the commit. An error or a disconnect aborts the response, so it never looks complete. */
export type DownloadAsSent = Omit<Download, 'bytes'> & {
  send: (inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) => Readable
  /** Called instead of `send` if the call fails after its handler. */
  discard?: () => Promise<void>
}

type AnsweredBy<E extends Endpoint> = ReplyOf<E> | (E['reply'] extends 'file' ? DownloadAsSent : never)

export function handle<const E extends Endpoint>(endpoint: E, run: (call: Call<E>) => Promise<AnsweredBy<E>>): Handler {
  // The server builds the call from this very endpoint's schemas, so the handler gets the shape it declares.
  return { endpoint, run: (call) => run(call as Call<E>) }
}

/** A read of one statement and row, sent with begin, session and commit. Not answered if not allowed. */
export function handleAsking<const E extends Endpoint, Row>(
  endpoint: E,
  question: (asked: Asked<E>) => RawBuilder<Row>,
  answer: (row: Row | undefined, asked: Asked<E>, today: IsoDate) => ReplyOf<E>,
): Handler {
  const run = async ({ tx, clientId, params, query, body, today }: Call<E>): Promise<ReplyOf<E>> => {
    if (!clientId) throw new Error('A question is asked by people of a client')
    const asked = { params, query, body, clientId }
    const { rows } = await question(asked).execute(tx)
    return answer(rows[0], asked, today)
  }
  return handleAskingFirst(endpoint, { question, answer, run })
}

/** The same where the row does not always suffice; `run` then answers. */
export function handleAskingFirst<const E extends Endpoint, Row>(
  endpoint: E,
  {
    question,
    answer,
    run,
  }: {
    question: (asked: Asked<E>) => RawBuilder<Row>
    answer: (row: Row | undefined, asked: Asked<E>, today: IsoDate) => ReplyOf<E> | typeof askFurther
    run: (call: Call<E>) => Promise<ReplyOf<E>>
  },
): Handler {
  // The server parses params, query and body by this very endpoint's schemas.
  const ofThis = (asked: AskedOfAnything): Asked<E> => asked as Asked<E>
  return {
    ...handle(endpoint, run),
    asks: {
      question: (asked) => question(ofThis(asked)),
      // The rows of this very question.
      answer: ([row], asked, today) => answer(row as Row | undefined, ofThis(asked), today),
    },
  }
}

/** What of a call is known while it is read what to ask outside. */
export type Reading<E extends Endpoint> = Asked<E> & { tx: Tx; caller: Caller; today: IsoDate }

/** A handler that asks somebody outside between a short transaction and the call's own. */
export function handleAskingOutside<const E extends Endpoint, Found, Answer>(
  endpoint: E,
  outside: { read: (reading: Reading<E>) => Promise<Found>; ask: (found: Found) => Promise<Answer> },
  run: (call: Call<E>, answer: Answer) => Promise<ReplyOf<E>>,
): Handler {
  return {
    endpoint,
    // As above; the server passes on what these very functions answered.
    run: (call) => run(call as Call<E>, call.answered as Answer),
    outside: {
      read: (reading) => outside.read(reading as Reading<E>),
      ask: (found) => outside.ask(found as Found),
    },
  }
}
