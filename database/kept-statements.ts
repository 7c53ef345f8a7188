import type { Writable } from 'node:stream'
import type { CompiledQuery, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { CopiedRows } from './copy-rows.ts'
import { askTogether } from './one-round-trip.ts'
import { isDatabaseDown } from './postgres.ts'
import { sharedConnections } from './shared-connections.ts'

/** So many different statements are kept by a connection; further ones are read anew each time. */
const mostKept = 400
/** Lists of rows to insert make long texts that hardly come again. */
const longestKept = 8_000

/**
 * The pool as the queries see it. Statements that come again are kept by PostgreSQL under a name, which spares it
 * reading and planning them; a transaction's begin goes out together with its first statement, which spares a wait.
 */
export function keepingStatements(pool: Pool): KeepingPool {
  const names = statementNames()
  const onShared = sharedConnections(pool)
  return {
    together: async (statements) => {
      const ask = () =>
        onShared(
          async (client) => {
            const nameOf = (await isDirect(client)) ? names : nameless
            return askTogether(
              client,
              statements.map(({ sql, parameters }) => ({ text: sql, values: parameters, name: nameOf(sql) })),
            )
          },
          (error) => saysStale(error) || isDatabaseDown(error),
        )
      try {
        return await ask()
      } catch (error) {
        // Nothing has happened: a failure undoes all. The next connection reads the statements anew.
        if (saysStale(error)) return ask()
        throw error
      }
    },
    options: pool.options,
    connect: async (): Promise<PostgresPoolClient> => {
      const client = await pool.connect()
      try {
        // Of what a client may do, the queries use asking and giving back; none asks with a cursor.
        return new KeepingClient(client, (await isDirect(client)) ? names : nameless) as unknown as PostgresPoolClient
      } catch (error) {
        client.release(true)
        throw error
      }
    },
    end: () => pool.end(),
  }
}

export type KeepingPool = PostgresPool & {
  /** Several statements in one round trip and one transaction; the rows of each. */
  together: (statements: readonly Pick<CompiledQuery, 'sql' | 'parameters'>[]) => Promise<QueryResultRow[][]>
}

type Naming = (text: string) => string | undefined

const nameless: Naming = () => undefined

/** Names for the texts that are asked a second time. */
function statementNames(): Naming {
  const known = new Map<string, string | null>()
  let named = 0
  return (text) => {
    if (text.length > longestKept) return undefined
    const name = known.get(text)
    if (name) return name
    if (name === null) {
      const given = `kept_${++named}`
      known.set(text, given)
      return given
    }
    if (known.size < mostKept) known.set(text, null)
    return undefined
  }
}

const direct = new WeakMap<PoolClient, boolean>()

/**
 * Whether the connection leads to PostgreSQL itself. A pooler such as pgbouncer in transaction mode gives every
 * transaction another session, which knows no name of an earlier one; it answers with a process id of its own making.
 */
async function isDirect(client: PoolClient): Promise<boolean> {
  const known = direct.get(client)
  if (known !== undefined) return known
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // The driver's types leave out what it was told at the start.
  const is = rows[0]?.pid === (client as PoolClient & { processID?: number }).processID
  direct.set(client, is)
  return is
}

/** The plan of a kept statement no longer fits, or its session is gone: only a new connection helps. */
const staleStatement = new Set(['0A000', '26000', '42P05'])

function saysStale(error: unknown): boolean {
  return error instanceof Error && 'code' in error && staleStatement.has(String(error.code))
}

class KeepingClient {
  readonly #client: PoolClient
  readonly #nameOf: Naming
  #begin: string | undefined
  /** A transaction was begun and has not ended: such a connection goes back to nobody. */
  #isOpen = false
  #stale = false

  constructor(client: PoolClient, nameOf: Naming) {
    this.#client = client
    this.#nameOf = nameOf
  }

  async query(text: string, values: readonly unknown[] = []): Promise<Answer> {
    if (/^(begin|start transaction)/.test(text)) {
      this.#begin = text
      return nothing
    }
    const ends = text === 'commit' || text === 'rollback'
    if (this.#begin === undefined) {
      const answer = await this.#send(text, values)
      if (ends) this.#isOpen = false
      return answer
    }
    const begin = this.#begin
    this.#begin = undefined
    // Nothing was begun, so nothing ends.
    if (ends) return nothing
    this.#isOpen = true
    this.#sendTogether()
    const [begun, asked] = await Promise.allSettled([this.#client.query(begin), this.#send(text, values)])
    if (begun.status === 'rejected') throw begun.reason
    if (asked.status === 'rejected') throw asked.reason
    return asked.value
  }

  async #send(text: string, values: readonly unknown[]): Promise<Answer> {
    const [copied] = values
    if (copied instanceof CopiedRows)
      return { rows: [], rowCount: await copied.sendTo(this.#client, text), command: 'INSERT' }
    const name = this.#nameOf(text)
    this.#sendTogether()
    try {
      // The driver's answer, with whatever command it was.
      return (await this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) })) as Answer
    } catch (error) {
      if (name !== undefined && saysStale(error)) this.#stale = true
      throw error
    }
  }

  /** What is written in this turn leaves as one packet. */
  #sendTogether(): void {
    // The driver's own socket, which its types leave out; without it every message is a packet.
    const { stream } = (this.#client as PoolClient & { connection?: { stream?: Writable } }).connection ?? {}
    stream?.cork()
    process.nextTick(() => stream?.uncork())
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#stale || this.#isOpen)
  }
}

type Answer = PostgresQueryResult<unknown>

const nothing: Answer = { rows: [], rowCount: 0, command: 'SELECT' }
