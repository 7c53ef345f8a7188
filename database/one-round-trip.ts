import type { Writable } from 'node:stream'
import { Query, type PoolClient, type QueryResultRow } from 'pg'
import { arrivesAs } from './value-types.ts'

export type Statement = { text: string; values: readonly unknown[]; name: string | undefined }

/**
 * Several statements that leave in one packet and are answered in one; the rows of each. One Sync stands behind them all,
 * so that PostgreSQL runs them as one transaction: it says that it is done after the commit, and a failure undoes all.
 */
export function askTogether(client: PoolClient, statements: readonly Statement[]): Promise<QueryResultRow[][]> {
  return new Promise((resolve, reject) => {
    client.query(new StatementsTogether(statements, { resolve, reject }))
  })
}

type Outcome = { resolve: (answers: QueryResultRow[][]) => void; reject: (error: Error) => void }

const arriving = { getTypeParser: arrivesAs }

/** What the driver's parts ask of each other; its types leave it out. */
type Connection = {
  stream: Writable
  sync: () => void
  describe: () => void
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}
type Message = { length: number }
/** What the driver reads a row by. */
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type DriversQuery = {
  name: string | undefined
  text: string
  _result: Columns
  prepare: (connection: Connection) => void
  handleRowDescription: (message: Message) => void
  handleDataRow: (message: Message) => void
  handleCommandComplete: (message: Message, connection: Connection) => void
  handleReadyForQuery: (connection: Connection) => void
}

/** A connection as statements are sent to it that leave together, and how the rows of those look that it keeps. */
type Sending = {
  unsynced: Connection
  undescribed: Connection
  described: Map<string, Columns>
  /** All that was sent to it, with a Sync, as one piece: Node takes longer over each piece than over joining them. */
  packet: () => Buffer
  /** Nothing of what was sent to it leaves. */
  forget: () => void
}

const sendingOn = new WeakMap<Connection, Sending>()

function sending(connection: Connection): Sending {
  const known = sendingOn.get(connection)
  if (known) return known
  const pieces: Buffer[] = []
  const taking = Object.assign<Connection, object>(Object.create(connection), {
    stream: { writable: true, write: (piece: Buffer) => pieces.push(piece) },
  })
  const made = {
    unsynced: without(taking, ['sync']),
    undescribed: without(taking, ['sync', 'describe']),
    described: new Map<string, Columns>(),
    packet: () => {
      taking.sync()
      return Buffer.concat(pieces.splice(0))
    },
    forget: () => void pieces.splice(0),
  }
  sendingOn.set(connection, made)
  return made
}

/** The same connection where some things that the driver would send are not sent. */
function without(connection: Connection, unsent: readonly ('sync' | 'describe')[]): Connection {
  const silent = Object.fromEntries(unsent.map((name) => [name, () => undefined]))
  return Object.assign<Connection, object>(Object.create(connection), silent)
}

/** One query for the driver, which hands every message on to the statement whose turn it is. */
class StatementsTogether extends Query {
  declare name: string | undefined
  declare text: string
  readonly #queries: DriversQuery[]
  readonly #answers: QueryResultRow[][] = []
  readonly #outcome: Outcome
  #turn = 0
  #described: Sending['described'] | undefined
  #failed: Error | undefined

  constructor(statements: readonly Statement[], outcome: Outcome) {
    // A query without a callback would be waited for by the driver.
    super('', () => undefined)
    this.#outcome = outcome
    this.#queries = statements.map(({ text, values, name }) => {
      const made: unknown = new Query(text, [...values], (error, answer) => {
        if (error) this.#fail(error)
        else this.#answers.push(answer.rows)
      })
      // The driver's own class, of which its types show one method.
      const query = made as DriversQuery
      // Said afterwards: a description of the query is copied property by property, which takes as long as sending it.
      const { _result: result } = query
      Object.assign(result, { _types: arriving })
      return Object.assign(query, { name })
    })
    this.#take(0)
  }

  /** The driver notes by name and text what PostgreSQL has parsed. */
  #take(turn: number): void {
    this.#turn = turn
    this.name = this.#queries[turn]?.name
    this.text = this.#queries[turn]?.text ?? ''
  }

  /** All of it leaves or nothing: what stands beside a value that cannot be written must not be done without it. */
  override submit = (to: unknown): Error | null => {
    // The driver calls it with its own connection.
    const connection = to as Connection
    const { packet, forget } = sending(connection)
    try {
      this.#prepare(connection)
      // Of a value that cannot be written the driver tells the statement it belongs to.
      if (this.#failed) throw this.#failed
    } catch (error) {
      forget()
      return error instanceof Error ? error : new Error('A statement could not be written', { cause: error })
    }
    const bytes = packet()
    // Of one that is lost the driver tells whoever waits.
    if (connection.stream.writable) connection.stream.write(bytes)
    return null
  }

  #prepare(connection: Connection): void {
    const { unsynced, undescribed, described } = sending(connection)
    this.#described = described
    for (const query of this.#queries) {
      const known = isParsed(query, connection) ? described.get(query.name) : undefined
      // Kept statements answer the same columns as long as they are kept: PostgreSQL refuses them when that changes.
      if (known) readBy(query, known)
      query.prepare(known ? undescribed : unsynced)
    }
  }

  handleRowDescription(message: Message): void {
    const query = this.#queries[this.#turn]
    query?.handleRowDescription(message)
    if (query?.name === undefined) return
    const { _result: result } = query
    const { fields, _parsers: parsers, _prebuiltEmptyResultObject: empty } = result
    this.#described?.set(query.name, { fields, _parsers: parsers, _prebuiltEmptyResultObject: empty })
  }

  handleDataRow(message: Message): void {
    this.#queries[this.#turn]?.handleDataRow(message)
  }

  handleCommandComplete(message: Message, connection: Connection): void {
    this.#queries[this.#turn]?.handleCommandComplete(message, connection)
    this.#take(this.#turn + 1)
  }

  handleError(error: Error, connection: Connection): void {
    // PostgreSQL has skipped what stood behind the failure, and parsed none of it.
    for (const { name } of this.#queries) if (name !== undefined) delete connection.submittedNamedStatements[name]
    this.#fail(error)
  }

  #fail(error: Error): void {
    this.#failed ??= error
    this.#outcome.reject(error)
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection)
    this.#outcome.resolve(this.#answers)
  }
}

/** PostgreSQL has answered that it keeps the statement. */
function isParsed(query: DriversQuery, { parsedStatements }: Connection): query is DriversQuery & { name: string } {
  return query.name !== undefined && parsedStatements[query.name] !== undefined
}

/** What the driver takes from a description of the rows, without one. */
function readBy(query: DriversQuery, columns: Columns): void {
  const { _result: result } = query
  Object.assign(result, columns)
  Object.assign(query, { _accumulateRows: true })
}
