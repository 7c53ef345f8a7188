import type { CompiledQuery, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { DatabaseError, type Pool, type PoolClient, type QueryResultRow } from 'pg'
import type { ClientId } from '../contract/ids.ts'
import { hasCustomPlan } from './custom-plan.ts'
import { setClientStatement } from './set-client.ts'
import {
  ExpectedDatabaseTime,
  matchesExpectedTime,
  readClock,
  needsTransactionTime,
  insertTransactionTime,
  type Clock,
} from './transaction-time.ts'
import { RowsToCopy } from './rows-to-copy.ts'

export type Connections = PostgresPool & {
  readAtOnce: (clientId: ClientId, statement: Statement) => Promise<QueryResultRow[]>
}

/** Connections prepare repeated statements, unless a pooler forbids it, and send `begin` with the first one. */
export function createConnections(pool: Pool, { preparedStatements = true } = {}): Connections {
  const nameOf = preparedStatements ? statementNames() : () => undefined
  const expected = new ExpectedDatabaseTime()
  const connect = async () => new Connection(await pool.connect(), { nameOf, expected })
  return {
    options: pool.options,
    // Kysely calls only `query` and `release`. It passes a cursor to `query` only for streams, which the portal does not use.
    connect: async () => (await connect()) as unknown as PostgresPoolClient,
    end: () => pool.end(),
    readAtOnce: async (clientId, statement) => {
      const read = async () => {
        const connection = await connect()
        try {
          return await connection.readAtOnce(clientId, statement)
        } finally {
          connection.release()
        }
      }
      try {
        return await read()
      } catch (error) {
        // Runs the statement again on another connection, which prepares it anew.
        if (isStale(error)) return read()
        throw error
      }
    },
  }
}

type Naming = (text: string) => string | undefined

/** Upper limit of prepared statements per connection. PostgreSQL parses further ones at each use. */
const mostKept = 400
/** In characters. Longer statements, such as inserts of many rows, are rarely repeated and never prepared. */
const longestKept = 20_000

function statementNames(): Naming {
  const names = new Map<string, string>()
  const sentOnce = new Set<string>()
  return (text) => {
    const cached = names.get(text)
    if (cached !== undefined) return cached
    if (text.length > longestKept || names.size >= mostKept || hasCustomPlan(text) || isSetting(text)) return undefined
    if (sentOnce.delete(text)) {
      const name = `kept_${names.size + 1}`
      names.set(text, name)
      return name
    }
    if (sentOnce.size >= mostKept) sentOnce.clear()
    sentOnce.add(text)
    return undefined
  }
}

/** `set` statements contain their values, so the texts of two clients differ and are not worth preparing. */
function isSetting(text: string): boolean {
  return /^\s*set /.test(text)
}

/** feature_not_supported (the plan's columns have changed), invalid_sql_statement_name and duplicate_prepared_statement. */
const staleStatement = new Set(['0A000', '26000', '42P05'])

function isStale(error: unknown): boolean {
  return error instanceof DatabaseError && staleStatement.has(error.code ?? '')
}

type Answer = PostgresQueryResult<unknown>
type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

const nothing: Answer = { rows: [], rowCount: 0, command: 'SELECT' }

class Connection {
  readonly #client: PoolClient
  readonly #nameOf: Naming
  readonly #expected: ExpectedDatabaseTime
  #begin: string | undefined
  #reading: Promise<Clock> | undefined
  #clock: Clock | undefined
  // True while a transaction has begun and not ended. The pool discards such a connection.
  #isOpen = false
  #isStale = false

  constructor(client: PoolClient, { nameOf, expected }: { nameOf: Naming; expected: ExpectedDatabaseTime }) {
    this.#client = client
    this.#nameOf = nameOf
    this.#expected = expected
  }

  async query(text: string, values: readonly unknown[] = []): Promise<Answer> {
    if (/^(begin|start transaction)/.test(text)) {
      this.#begin = text
      this.#clock = undefined
      this.#reading = undefined
      return nothing
    }
    const ends = text === 'commit' || text === 'rollback'
    const begin = this.#begin
    this.#begin = undefined
    if (begin === undefined) {
      const answer = await this.#sendInClient(text, values)
      if (ends) this.#isOpen = false
      return answer
    }
    if (ends) return nothing
    this.#isOpen = true
    if (isSetting(text)) {
      await this.#sendText(`${begin}; ${text}`)
      return nothing
    }
    const [, answer] = await settleAll([this.#sendText(begin), this.#sendInClient(text, values)])
    return answer
  }

  async readAtOnce(clientId: ClientId, { sql, parameters }: Statement): Promise<QueryResultRow[]> {
    const begin = `begin read only; ${setClientStatement(clientId)}`
    const isTimed = needsTransactionTime(parameters)
    const expected = this.#expected.get()
    if (isTimed && !expected) return this.#readInTurn(begin, { sql, parameters })
    const [, , answer] = await settleAll([
      this.#sendText(begin),
      this.#sendInClient(readClock, []),
      this.#send(sql, expected ? insertTransactionTime(parameters, expected) : parameters),
      this.#sendText('commit'),
    ])
    const isTimely = expected && this.#clock && matchesExpectedTime(expected, this.#clock)
    if (isTimed && !isTimely) return this.#readInTurn(begin, { sql, parameters })
    // A select returns rows with column names.
    return answer.rows as QueryResultRow[]
  }

  async #readInTurn(begin: string, { sql, parameters }: Statement): Promise<QueryResultRow[]> {
    this.#isOpen = true
    await this.#sendText(begin)
    try {
      await this.#sendInClient(readClock, [])
      const answer = await this.#sendInClient(sql, parameters)
      // A select returns rows with column names.
      return answer.rows as QueryResultRow[]
    } finally {
      await this.#sendText('commit')
      this.#isOpen = false
    }
  }

  release(): void {
    this.#client.release(this.#isOpen || this.#isStale)
  }

  async #sendInClient(text: string, values: readonly unknown[]): Promise<Answer> {
    if (text === readClock) {
      const sentAt = Date.now()
      const sent = this.#send(text, values)
      this.#reading = sent.then(({ rows }) => {
        // `readClock` returns one row.
        const [clock] = rows as [Clock]
        this.#clock = clock
        this.#expected.adjust(clock, sentAt)
        return clock
      })
      await this.#reading
      return sent
    }
    if (!needsTransactionTime(values)) return this.#send(text, values)
    if (this.#clock) return this.#send(text, insertTransactionTime(values, this.#clock))
    if (!this.#reading) throw new Error('A statement needs the time of a transaction, and there is none')
    const expected = this.#expected.get()
    const answer = expected && (await this.#send(text, insertTransactionTime(values, expected)))
    const clock = await this.#reading
    return answer && matchesExpectedTime(expected, clock)
      ? answer
      : this.#send(text, insertTransactionTime(values, clock))
  }

  async #send(text: string, values: readonly unknown[]): Promise<Answer> {
    const [copied] = values
    if (copied instanceof RowsToCopy)
      return { rows: [], rowCount: await copied.sendTo(this.#client, text), command: 'INSERT' }
    const name = this.#nameOf(text)
    this.#corkUntilNextTick()
    try {
      // For one statement the driver returns one result with rows, whatever the command.
      return (await this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) })) as Answer
    } catch (error) {
      this.#isStale ||= isStale(error)
      throw error
    }
  }

  #sendText(text: string): Promise<unknown> {
    this.#corkUntilNextTick()
    return this.#client.query(text)
  }

  #corkUntilNextTick(): void {
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

/** Returns all results. Throws the first failure, in the order of the array, once all promises have settled. */
export async function settleAll<const Answers extends readonly unknown[]>(
  under: Answers,
): Promise<{ -readonly [K in keyof Answers]: Awaited<Answers[K]> }> {
  const settled = await Promise.allSettled(under)
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return Promise.all(under)
}
