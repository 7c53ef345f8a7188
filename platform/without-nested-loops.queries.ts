import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Runs a query without nested loops, which are slow because PostgreSQL underestimates the number of newly written rows. */
export async function withoutNestedLoops<Answer>(tx: Tx, ask: () => Promise<Answer>): Promise<Answer> {
  await sql`set local enable_nestloop = off`.execute(tx)
  const answer = await ask()
  // Allow nested loops again, because later queries join few rows. If `ask` fails, the transaction ends anyway.
  await sql`set local enable_nestloop = on`.execute(tx)
  return answer
}
