import type { RawBuilder } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** `select` returns the portion after a line. */
export async function* inPortions<Row extends { line: number }>(
  tx: Tx,
  select: (after: number) => RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const { rows } = await select(after).execute(tx)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.line
  }
}
