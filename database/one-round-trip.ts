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
type Connection = { stream: Writable; sync: () => void; submittedNamedStatements: Record<string, string> }
type Message = { length: number }
type DriversQuery = {
  name: string | undefined
  text: string
  prepare: (connection: Connection) => void
  handleRowDescription: (message: Message) => void
  handleDataRow: (message: Message) => void
  handleCommandComplete: (message: Message, connection: Connection) => void
  handleReadyForQuery: (connection: Connection) => void
}

/** One query for the driver, which hands every message on to the statement whose turn it is. */
class StatementsTogether extends Query {
  declare name: string | undefined
  declare text: string
  readonly #queries: DriversQuery[]
  readonly #answers: QueryResultRow[][] = []
  readonly #outcome: Outcome
  #turn = 0

  constructor(statements: readonly Statement[], outcome: Outcome) {
    // A query without a callback would be waited for by the driver.
    super('', () => undefined)
    this.#outcome = outcome
    this.#queries = statements.map(({ text, values, name }) => {
      const asked = {
        text,
        values: [...values],
        types: { getTypeParser: arrivesAs },
        ...(name !== undefined && { name }),
      }
      const query: unknown = new Query(asked, (error, answer) => {
        if (error) outcome.reject(error)
        else this.#answers.push(answer.rows)
      })
      // The driver's own class, of which its types show one method.
      return query as DriversQuery
    })
    this.#take(0)
  }

  /** The driver notes by name and text what PostgreSQL has parsed. */
  #take(turn: number): void {
    this.#turn = turn
    this.name = this.#queries[turn]?.name
    this.text = this.#queries[turn]?.text ?? ''
  }

  override submit = (to: unknown): void => {
    // The driver calls it with its own connection.
    const connection = to as Connection
    const unsynced = Object.assign<Connection, Pick<Connection, 'sync'>>(Object.create(connection), {
      sync: () => undefined,
    })
    connection.stream.cork()
    for (const query of this.#queries) query.prepare(unsynced)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(message: Message): void {
    this.#queries[this.#turn]?.handleRowDescription(message)
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
    this.#outcome.reject(error)
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection)
    this.#outcome.resolve(this.#answers)
  }
}
