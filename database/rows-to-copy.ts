import type { PoolClient } from 'pg'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'

export type RowToCopy = readonly (string | number | null)[]

export class RowsToCopy {
  readonly #rows: AsyncIterable<readonly RowToCopy[]>
  constructor(rows: AsyncIterable<readonly RowToCopy[]>) {
    this.#rows = rows
  }

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

function lineOf(row: RowToCopy): string {
  const cells = row.map((cell) =>
    cell === null ? '\\N' : String(cell).replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign),
  )
  return `${cells.join('\t')}\n`
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
