import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Disables nested loops for a query, because PostgreSQL underestimates the number of rows just written. */
export async function withoutNestedLoops<Answer>(tx: Tx, ask: () => Promise<Answer>): Promise<Answer> {
  await sql`set local enable_nestloop = off`.execute(tx)
  const answer = await ask()
  // Later queries join few rows. If `ask` fails, the transaction is over anyway.
  await sql`set local enable_nestloop = on`.execute(tx)
  return answer
}
