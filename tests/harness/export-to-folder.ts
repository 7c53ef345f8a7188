import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../../database/bootstrap.ts'
import { exportClient } from '../../features/scheme-export/export.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import type { TestDatabase } from './databases.ts'

export async function withTemporaryFolder<Result>(work: (place: string) => Promise<Result>): Promise<Result> {
  const place = await mkdtemp(join(tmpdir(), 'export-'))
  try {
    return await work(place)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

export async function exportToFolder(database: TestDatabase, client: string, to: string): Promise<string> {
  const outcome = await exportClient(database.db, { client, to, operator: 'jane.doe' })
  if (outcome.step === 'faulty') throw new Error(outcome.faults.slice(0, 20).map(showFault).join('\n'))
  if (outcome.step !== 'exported') throw new Error(`The export answers ${outcome.step}`)
  return to
}

export async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    paths.toSorted().map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const),
  )
  return Object.fromEntries(files)
}

/** Columns that differ between a client and its imported copy: ids, order and secrets, which are not exported. */
const differingColumns = {
  '*': ['client_id', 'sequence'],
  client: ['scheme_revision'],
  account: ['password_hash', 'two_factor_secret', 'known_devices_since'],
  employee: ['two_factor'],
} as const satisfies Record<string, readonly string[]>

export function rowsOf(
  database: TestDatabase,
  clientId: string,
  { without }: { without: ReadonlySet<string> },
): Promise<Record<string, string[]>> {
  return withConnection(database.superuser, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.table_name as name
       from information_schema.columns as c
       where c.table_schema = 'public' and c.column_name = 'client_id'
       order by 1`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables.filter((table) => !without.has(table.name))) {
      const hidden = [
        ...differingColumns['*'],
        ...(name in differingColumns ? differingColumns[name as keyof typeof differingColumns] : []),
      ]
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - $2::text[])::text as row from ${name} as t where client_id = $1 order by 1`,
        [clientId, hidden],
      )
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })
}
