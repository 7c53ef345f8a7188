import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

export async function raiseTimeLimits(tx: Tx): Promise<void> {
  await sql`
    set local statement_timeout = '300s';
    set local idle_in_transaction_session_timeout = '300s'
  `.execute(tx)
}

/** No request waits for the worker, so it may work longer and wait longer for locks. */
export async function raiseTimeLimitsInBackground(tx: Tx): Promise<void> {
  await raiseTimeLimits(tx)
  await sql`set local lock_timeout = '300s'`.execute(tx)
}
