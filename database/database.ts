import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import { DatabaseError, type Pool } from 'pg'
import type { ClientId } from '../contract/ids.ts'
import { settleAll, type Connections, createConnections } from './connections.ts'
import type { Database } from './tables.ts'
import { setClientStatement } from './set-client.ts'
import { readClock, type Clock } from './transaction-time.ts'

export type { Clock }

/** A transaction in the role `portal_app`; every query function takes it as its first parameter. */
export type Tx = Transaction<Database>

export class PortalDatabase extends Kysely<Database> {
  readonly readAtOnce: Connections['readAtOnce']

  constructor(connections: Connections) {
    super({ dialect: new PostgresDialect({ pool: connections }) })
    this.readAtOnce = connections.readAtOnce
  }
}

export function openDatabase(pool: Pool, options?: { preparedStatements: boolean }): PortalDatabase {
  return new PortalDatabase(createConnections(pool, options))
}

/** Runs a transaction that sees and writes the rows of one client only. Rolled back if `work` throws; never retried. */
export function inClient<T>(
  db: Kysely<Database>,
  clientId: ClientId,
  work: (tx: Tx, clock: Clock) => Promise<T>,
): Promise<T> {
  return inTransaction(db, clientId, noQuestion, work)
}

/** Like `inClient`, but sends a first query in the same round trip as `begin`, and passes its rows to `work`. */
export function inClientWithQuery<Row, T>(
  db: Kysely<Database>,
  clientId: ClientId,
  question: Statement<Row>,
  work: (tx: Tx, clock: Clock, rows: Row[]) => Promise<T>,
): Promise<T> {
  return inTransaction(db, clientId, question, work)
}

export function inSnapshot<T>(
  db: Kysely<Database>,
  clientId: ClientId,
  work: (tx: Tx, clock: Clock) => Promise<T>,
): Promise<T> {
  return inTransaction(db, clientId, noQuestion, work, 'snapshot')
}

/** Runs a transaction of one client that is always rolled back. Reads one snapshot; retries after a serialisation failure. */
export async function inRolledBackTransaction<T>(
  db: Kysely<Database>,
  clientId: ClientId,
  work: (tx: Tx, clock: Clock) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await inTransaction(
        db,
        clientId,
        noQuestion,
        async (tx, clock) => {
          throw new Rehearsed(await work(tx, clock))
        },
        'rehearsal',
      )
    } catch (error) {
      // `Rehearsed` carries the result of `work`.
      if (error instanceof Rehearsed) return error.answer as T
      if (!isSerializationFailure(error) || attempt === mostRehearsals) throw error
    }
  }
}

class Rehearsed extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('The rehearsal is over')
    this.answer = answer
  }
}

const mostRehearsals = 5

export function isSerializationFailure(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '40001'
}

export function inNoClient<T>(db: Kysely<Database>, work: (tx: Tx, clock: Clock) => Promise<T>): Promise<T> {
  return inTransaction(db, null, noQuestion, work)
}

export async function queryInClient<Row>(
  db: PortalDatabase,
  clientId: ClientId,
  question: Statement<Row>,
): Promise<Row[]> {
  // The rows are the statement's result.
  return (await db.readAtOnce(clientId, compileStatement(question, db))) as Row[]
}

export type Statement<Row> = RawBuilder<Row> | CompiledQuery<Row>

export function compileStatement<Row>(statement: Statement<Row>, db: Kysely<Database>): CompiledQuery<Row> {
  return 'compile' in statement ? statement.compile(db) : statement
}

const noQuestion = null

const kinds = {
  usual: { isolation: 'read committed', access: 'read write' },
  snapshot: { isolation: 'repeatable read', access: 'read only' },
  rehearsal: { isolation: 'repeatable read', access: 'read write' },
} as const

async function inTransaction<Row, T>(
  db: Kysely<Database>,
  clientId: ClientId | null,
  question: Statement<Row> | null,
  work: (tx: Tx, clock: Clock, rows: Row[]) => Promise<T>,
  kind: keyof typeof kinds = 'usual',
): Promise<T> {
  const entering = clientId === null ? null : CompiledQuery.raw(setClientStatement(clientId))
  return db
    .transaction()
    .setIsolationLevel(kinds[kind].isolation)
    .setAccessMode(kinds[kind].access)
    .execute(async (tx) => {
      const [, clock, answered] = await tx.getExecutor().provideConnection((connection) =>
        // Sends the statements without waiting. PostgreSQL runs them in order, so the client is set before the query runs.
        settleAll([
          entering && connection.executeQuery(entering),
          connection.executeQuery<Clock>(CompiledQuery.raw(readClock)),
          question && connection.executeQuery<Row>(compileStatement(question, db)),
        ]),
      )
      // The clock has one row.
      const [{ now, today }] = clock.rows as [Clock]
      return work(tx, { now, today }, answered?.rows ?? [])
    })
}
