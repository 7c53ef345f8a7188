import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** A whole client takes longer than what people wait for, with pauses in which what was read is reckoned with. */
export async function takeTime(tx: Tx): Promise<void> {
  await sql`
    select
      set_config('statement_timeout', '300s', true),
      set_config('idle_in_transaction_session_timeout', '300s', true)
  `.execute(tx)
}

/** The same for work of the worker, which also waits for others' locks: nobody waits for its answer. */
export async function takeTimeInBackground(tx: Tx): Promise<void> {
  await takeTime(tx)
  await sql`select set_config('lock_timeout', '300s', true)`.execute(tx)
}
