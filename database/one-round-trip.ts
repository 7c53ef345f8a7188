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

/** What the driver's parts ask of each other; its types leave it out. */
type Connection = {
  stream: Writable
  sync: () => void
  describe: () => void
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}
type Described = { fields: readonly { name: string; dataTypeID: number }[] }
type DriversQuery = {
  name: string | undefined
  text: string
  values: readonly unknown[]
  prepare: (connection: Connection) => void
}

/** How the rows of a statement are read: its columns in their order, and a row without any value. */
type Columns = { inOrder: { name: string; read: (text: string) => unknown }[]; empty: QueryResultRow }

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

/** Writes a statement as the driver does. One query of the driver's writes them all, one after the other: making each takes longer than writing it. */
function write({ text, values, name }: Statement, connection: Connection): void {
  unwritten = undefined
  Object.assign(writer, { text, values, name })
  writer.prepare(connection)
  if (unwritten) throw unwritten
}

/** Of a value that cannot be written the driver tells the statement it belongs to. */
let unwritten: Error | undefined
const driversOwn: unknown = new Query('', [], (error: Error | undefined) => void (unwritten = error))
// Of the driver's class its types show one method.
const writer = driversOwn as DriversQuery

/** One query for the driver, which reads what is answered to the statement whose turn it is. */
class StatementsTogether extends Query {
  declare name: string | undefined
  declare text: string
  readonly #statements: readonly Statement[]
  readonly #answers: QueryResultRow[][]
  readonly #outcome: Outcome
  #turn = 0
  /** Of the statement whose turn it is. */
  #columns: Columns | undefined
  #described: Sending['described'] | undefined
  #failed: Error | undefined

  constructor(statements: readonly Statement[], outcome: Outcome) {
    // A query without a callback would be waited for by the driver.
    super('', () => undefined)
    this.#outcome = outcome
    this.#statements = statements
    this.#answers = statements.map(() => [])
    this.#take(0)
  }

  /** The driver notes by name and text what PostgreSQL has parsed. */
  #take(turn: number): void {
    const statement = this.#statements[turn]
    this.#turn = turn
    this.name = statement?.name
    this.text = statement?.text ?? ''
    this.#columns = statement?.name === undefined ? undefined : this.#described?.get(statement.name)
  }

  /** All of it leaves or nothing: what stands beside a value that cannot be written must not be done without it. */
  override submit = (to: unknown): Error | null => {
    // The driver calls it with its own connection.
    const connection = to as Connection
    const { unsynced, undescribed, described, packet, forget } = sending(connection)
    try {
      // Kept statements answer the same columns as long as they are kept: PostgreSQL refuses them when that changes.
      for (const statement of this.#statements)
        write(statement, isKept(statement, connection) && described.has(statement.name) ? undescribed : unsynced)
    } catch (error) {
      forget()
      return error instanceof Error ? error : new Error('A statement could not be written', { cause: error })
    }
    this.#described = described
    this.#take(0)
    const bytes = packet()
    // Of one that is lost the driver tells whoever waits.
    if (connection.stream.writable) connection.stream.write(bytes)
    return null
  }

  handleRowDescription({ fields }: Described): void {
    const columns = columnsOf(fields)
    this.#columns = columns
    if (this.name !== undefined) this.#described?.set(this.name, columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      if (this.#columns) this.#answers[this.#turn]?.push(rowOf(this.#columns, fields))
    } catch (error) {
      // Told when PostgreSQL has answered everything.
      this.#failed ??= error instanceof Error ? error : new Error('A row could not be read', { cause: error })
    }
  }

  handleCommandComplete(): void {
    this.#take(this.#turn + 1)
  }

  handleError(error: Error, connection: Connection): void {
    // PostgreSQL has skipped what stood behind the failure, and parsed none of it.
    for (const { name } of this.#statements) if (name !== undefined) delete connection.submittedNamedStatements[name]
    this.#outcome.reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#failed) this.#outcome.reject(this.#failed)
    else this.#outcome.resolve(this.#answers)
  }
}

/** PostgreSQL has answered that it keeps the statement. */
function isKept(statement: Statement, { parsedStatements }: Connection): statement is Statement & { name: string } {
  return statement.name !== undefined && parsedStatements[statement.name] !== undefined
}

function columnsOf(fields: Described['fields']): Columns {
  return {
    inOrder: fields.map(({ name, dataTypeID }) => ({ name, read: arrivesAs(dataTypeID) })),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  }
}

function rowOf({ inOrder, empty }: Columns, texts: readonly (string | null)[]): QueryResultRow {
  const row = { ...empty }
  inOrder.forEach(({ name, read }, at) => {
    const text = texts[at] ?? null
    if (text !== null) row[name] = read(text)
  })
  return row
}
