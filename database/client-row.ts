import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../contract/ids.ts'

/**
 * The row of a client, named `client`, as the source of `client_id` in an `insert … select`. Citus then runs the statement where the
 * client's rows are. With the id as a constant it would copy rows there, which row-level security refuses.
 */
export function clientRow(clientId: ClientId): RawBuilder<unknown> {
  return sql`(select client_id from client where client_id = ${clientId}) as client`
}
