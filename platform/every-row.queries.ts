import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../database/database.ts'

const rowsAtOnce = 500

/** Yields the rows of a long query in portions, from one snapshot. A transaction can have one such query at a time. */
export async function* everyRow<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare every_row no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from every_row`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) break
  }
  await sql`close every_row`.execute(tx)
}
