import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { IsoDate } from '../contract/dates.ts'
import type { ClientId } from '../contract/ids.ts'
import type { Database } from './tables.ts'

/** One transaction in the role `portal_app`; every query function takes it first. */
export type Tx = Transaction<Database>

/** The time of one transaction, from the database's one clock. */
export interface Clock {
  /** ISO 8601 in UTC. */
  now: string
  /** The date in Europe/London. */
  today: IsoDate
}

export function openDatabase(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * One transaction that sees and writes the rows of one client only. It is committed before the promise resolves and
 * rolled back when `work` throws; nothing is tried twice.
 */
export function inClient<T>(
  db: Kysely<Database>,
  clientId: ClientId,
  work: (tx: Tx, clock: Clock) => Promise<T>,
): Promise<T> {
  return inTransaction(db, clientId, work)
}

/** One transaction of no client: it reaches the tables that belong to none, such as the directory of hosts. */
export function outsideClients<T>(db: Kysely<Database>, work: (tx: Tx, clock: Clock) => Promise<T>): Promise<T> {
  return inTransaction(db, '', work)
}

function inTransaction<T>(
  db: Kysely<Database>,
  clientId: ClientId | '',
  work: (tx: Tx, clock: Clock) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      // Local to the transaction: a connection that goes back to the pool keeps no client.
      const { rows } = await sql<Clock>`
        select set_config('app.client_id', ${clientId}, true), app.now() as now, app.today() as today
      `.execute(tx)
      // A select without a table answers one row.
      const [{ now, today }] = rows as [Clock]
      return work(tx, { now, today })
    })
}
