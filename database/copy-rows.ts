import { CompiledQuery, sql } from 'kysely'
import type { Tx } from './database.ts'
import { type RowToCopy, RowsToCopy } from './rows-to-copy.ts'

/** Streams rows into a table by COPY and returns their number. Fails for a table with row-level security. */
export async function copyRows(
  tx: Tx,
  { into, rows }: { into: { table: string; columns: readonly string[] }; rows: AsyncIterable<readonly RowToCopy[]> },
): Promise<number> {
  const target = sql`${sql.table(into.table)} (${sql.join(into.columns.map((column) => sql.ref(column)))})`
  const statement = sql`copy ${target} from stdin`.compile(tx)
  const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(statement.sql, [new RowsToCopy(rows)]))
  return Number(numAffectedRows ?? 0n)
}
