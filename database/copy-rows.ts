import { CompiledQuery, sql } from 'kysely'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import type { Tx } from './database.ts'

/** A row to copy, with values in PostgreSQL's text format. */
export type CopiedRow = readonly (string | number | null)[]

/** Passed to a connection instead of a statement's values. */
export class CopiedRows {
  readonly #rows: AsyncIterable<readonly CopiedRow[]>
  constructor(rows: AsyncIterable<readonly CopiedRow[]>) {
    this.#rows = rows
  }

  /** Sends every row, no faster than the database accepts them. Returns their number. */
  async sendTo(client: PoolClient, statement: string): Promise<number> {
    const { from: copyFrom } = await import('pg-copy-streams')
    return withoutPipeline(client, async () => {
      const stream = client.query(copyFrom(statement))
      await pipeline(Readable.from(this.#lines(), { objectMode: false, highWaterMark: 256 * 1024 }), stream)
      return stream.rowCount
    })
  }

  async *#lines(): AsyncGenerator<string> {
    for await (const rows of this.#rows) if (rows.length > 0) yield rows.map(lineOf).join('')
  }
}

/** Streams rows into a table by COPY and returns their number. The table must not have row-level security. */
export async function copyRows(
  tx: Tx,
  { into, rows }: { into: { table: string; columns: readonly string[] }; rows: AsyncIterable<readonly CopiedRow[]> },
): Promise<number> {
  const target = sql`${sql.table(into.table)} (${sql.join(into.columns.map((column) => sql.ref(column)))})`
  const statement = sql`copy ${target} from stdin`.compile(tx)
  const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(statement.sql, [new CopiedRows(rows)]))
  return Number(numAffectedRows ?? 0n)
}

/** Turns pipelining off, because the driver cannot copy with it. */
async function withoutPipeline<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  // A setting of the driver that its types lack.
  const setting = client as PoolClient & { pipeline: boolean }
  const { pipeline: before } = setting
  setting.pipeline = false
  try {
    return await work()
  } finally {
    setting.pipeline = before
  }
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function lineOf(row: CopiedRow): string {
  const cells = row.map((cell) =>
    cell === null ? '\\N' : String(cell).replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign),
  )
  return `${cells.join('\t')}\n`
}
