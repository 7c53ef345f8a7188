import { sql, type QueryResult, type RawBuilder } from 'kysely'
import type { ClientId } from '../contract/ids.ts'

/** Source of `client_id` for `insert … select`. With a constant, Citus would use COPY, which row-level security refuses. */
export function clientRow(clientId: ClientId): RawBuilder<unknown> {
  return sql`(select client_id from client where client_id = ${clientId}) as client`
}

/** Throws if an insert from `clientRow` wrote fewer rows, because the transaction belongs to another client. */
export function requireInserted({ numAffectedRows }: QueryResult<unknown>, rows: number): void {
  if (numAffectedRows !== BigInt(rows)) {
    throw new Error(`${numAffectedRows} of ${rows} rows were inserted, because the transaction is not of their client`)
  }
}
