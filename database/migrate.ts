import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { StartError } from './start-error.ts'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

export interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

/** Advisory lock for all processes that migrate the same database; any unused number. */
const migrationLock = 4_770_915

/** Applies each migration once, in order, in its own transaction. Concurrent processes wait. Returns the applied names. */
export async function migrate(owner: ClientConfig, folder = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new Client(owner)
  client.on('error', () => undefined)
  await client.connect()
  try {
    // If all are applied, one query without the lock is enough, because migrations are never undone.
    const done = await appliedMigrations(client)
    refuseForeign(done, migrations)
    if (done.length === migrations.length) return []
    const applied: string[] = []
    for (const migration of migrations) {
      if (await apply(client, migration, migrations)) applied.push(migration.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  // Read synchronously, before requests are served: awaiting so many small files takes longer than reading them.
  const migrations = names.map((name) => {
    // Git on Windows may have changed the line ends.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { number: Number(name.slice(0, 4)), name, sql, checksum: hash('sha256', sql) }
  })
  for (const [index, { name, number }] of migrations.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) {
      throw new StartError(`The migration ${name} is not named by four digits and words, such as 0007-vouchers.sql.`)
    }
    const before = migrations[index - 1]
    if (before?.number === number) throw new StartError(`The migrations ${before.name} and ${name} share a number.`)
  }
  return migrations
}

async function apply(client: Client, migration: Migration, all: Migration[]): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const done = await appliedMigrations(client)
    refuseForeign(done, all)
    if (done.some(({ number }) => number === migration.number)) {
      await client.query('rollback')
      return false
    }
    const later = done.find(({ number }) => number > migration.number)
    if (later) {
      throw new StartError(
        `The migration ${migration.name} comes before ${later.name}, which this database already has: give it the next free number.`,
      )
    }
    await client.query(migration.sql)
    await client.query('insert into app.migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (error instanceof StartError || !isSqlError(error)) throw error
    throw new StartError(
      `The migration ${migration.name}${lineOf(migration.sql, error.position)} failed: ${error.message}.`,
      {
        cause: error,
      },
    )
  }
}

type Applied = Pick<Migration, 'number' | 'name' | 'checksum'>

async function appliedMigrations(client: Client): Promise<Applied[]> {
  // Reads the catalog, because a failed lookup of the table by name would stay cached while this process waits for another.
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select exists (select from pg_class where relname = 'migration' and relnamespace = (select oid from pg_namespace where nspname = 'app'))`,
  )
  if (!tables[0]?.exists) return []
  const { rows } = await client.query<Applied>('select number, name, checksum from app.migration order by number')
  return rows
}

function refuseForeign(done: Applied[], own: Migration[]): void {
  for (const { number, name, checksum } of done) {
    const migration = own.find((each) => each.number === number)
    if (!migration) {
      throw new StartError(
        `The database is newer than this version of the portal (it has the migration ${name}): start the newer version.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after this database had applied it: restore the file and put the change into a new one, or start with an empty database.`,
      )
    }
  }
}

function isSqlError(error: unknown): error is Error & { position?: string } {
  return error instanceof Error && 'severity' in error
}

function lineOf(text: string, position: string | undefined): string {
  return position ? ` (line ${text.slice(0, Number(position)).split('\n').length})` : ''
}
