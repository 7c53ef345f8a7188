import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../database/database.ts'

const rowsAtOnce = 500

/** Yields rows of one snapshot in portions, and reads the next portion ahead. A transaction can have one such query at a time. */
export async function* streamRows<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare every_row no scroll cursor for ${query}`.execute(tx)
  const fetch = async () => (await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from every_row`.execute(tx)).rows
  let next = fetch()
  try {
    for (;;) {
      const rows = await next
      const isLast = rows.length < rowsAtOnce
      if (!isLast) {
        next = fetch()
        // The error is thrown later, when the portion is awaited.
        next.catch(() => undefined)
      }
      if (rows.length > 0) yield rows
      if (isLast) break
    }
  } finally {
    await next.catch(() => undefined)
  }
  await sql`close every_row`.execute(tx)
}
