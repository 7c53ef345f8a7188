import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Raises the time limits for work on a whole client, which takes longer than a request and calculates between statements. */
export async function takeTime(tx: Tx): Promise<void> {
  await sql`
    select
      set_config('statement_timeout', '300s', true),
      set_config('idle_in_transaction_session_timeout', '300s', true)
  `.execute(tx)
}

/** Raises the time limits for the worker, including the wait for locks, because no request waits for it. */
export async function takeTimeInBackground(tx: Tx): Promise<void> {
  await takeTime(tx)
  await sql`select set_config('lock_timeout', '300s', true)`.execute(tx)
}
