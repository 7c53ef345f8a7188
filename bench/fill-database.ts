import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { withConnection, preparePortalDatabase, type Login } from '../database/bootstrap.ts'
import { openDatabase } from '../database/database.ts'
import { startEmbedded, type EmbeddedPostgres } from '../database/embedded.ts'
import { migrate, migrationsFolder, readMigrations } from '../database/migrate.ts'
import { openPool } from '../database/postgres.ts'
import { isAlive } from '../database/postmaster.ts'
import { generateClient } from './generate/generate.server.ts'
import { schemeSecrets } from '../features/session/scheme-secrets.server.ts'
import { bigClient } from './main-client.ts'
import { serverSecret } from './server-secret.ts'

const root = join(import.meta.dirname, '..')
const patience = {
  statementTimeoutMs: 600_000,
  lockTimeoutMs: 600_000,
  idleInTransactionTimeoutMs: 600_000,
  connectionTimeoutMs: 10_000,
}
const seed = 1

export type Population = {
  postgres: EmbeddedPostgres
  login: (user: Login['user']) => Login
  stop: () => Promise<void>
}

/** Starts a PostgreSQL with a database of generated people, which are cached under .cache/bench. */
export async function openPopulation(
  { people, others }: { people: number; others: number },
  log: (line: string) => void,
): Promise<Population> {
  const dataDir = join(root, '.cache/bench', await keyOf(people, others))
  const made = join(dataDir, 'seeded')
  await mkdir(dataDir, { recursive: true })
  const isMade = await readFile(made).then(
    () => true,
    () => false,
  )
  if (!isMade) await rm(join(dataDir, 'postgres'), { recursive: true, force: true })
  const postgres = await startEmbedded({ dataDir })
  try {
    if (!isMade) {
      const started = performance.now()
      const each = Math.max(1, Math.round(people / 2 / others))
      await fillDatabase(
        (user) => postgres.login(user, 'seeded'),
        [
          [bigClient, Math.ceil(people / 2)],
          ...Array.from({ length: others }, (_, index): [string, number] => [`other-${index + 1}`, each]),
        ],
      )
      log(
        `${people} people were made in ${((performance.now() - started) / 1000).toFixed(0)} s and are kept in .cache/bench`,
      )
      await writeFile(made, '')
    }
    await withConnection(postgres.login('postgres', 'postgres'), async (client) => {
      await dropLeftovers(client)
      await client.query(`create database ${running} template seeded strategy file_copy`)
    })
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return {
    postgres,
    login: (user) => postgres.login(user, running),
    stop: async () => {
      await withConnection(postgres.login('postgres', 'postgres'), (client) =>
        client.query(`drop database if exists ${running} with (force)`),
      )
      await postgres.stop()
    },
  }
}

/** Name of this run's database. The next run drops databases of killed runs. */
const running = `running_${process.pid}`

async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where datname ~ '^running_'",
  )
  for (const { name } of rows) {
    if (!isAlive(Number(name.slice('running_'.length))))
      await client.query(`drop database if exists ${name} with (force)`)
  }
}

export async function fillDatabase(
  login: (user: Login['user']) => Login,
  clients: readonly (readonly [name: string, people: number])[],
): Promise<void> {
  const superuser = login('postgres')
  await preparePortalDatabase({ ...superuser, database: 'postgres' }, superuser.database)
  // In production, an administrator grants this role.
  await withConnection(superuser, (client) => client.query('grant portal_app to portal_owner'))
  await migrate(login('portal_owner'))
  const pool = openPool(login('portal_app'), { size: 2, patience, onError: () => undefined })
  const db = openDatabase(pool)
  const secrets = schemeSecrets([serverSecret], 'test')
  for (const [client, people] of clients) {
    const outcome = await generateClient(db, { folder: join(root, 'examples/demo'), client, people, seed, secrets })
    if (!('generated' in outcome)) throw new Error(`${client} was not generated: ${JSON.stringify(outcome)}`)
  }
  await pool.end()
  await withConnection(superuser, async (client) => {
    // In early April, choices and joiners would take effect after the scheme year, so the year is a month longer here.
    await client.query(`update scheme_year set ends_on = ends_on + interval '1 month'`)
    // People who started before their client joined the portal already have core cover. People who start today get it.
    await client.query(`update client set created_at = created_at - interval '1 day'`)
    await client.query('vacuum (analyze)')
  })
}

/** Returns a hash of everything that decides how people are generated. */
async function keyOf(people: number, others: number): Promise<string> {
  const hash = createHash('sha256').update(`${seed} ${people} ${others} ${new Date().toISOString().slice(0, 7)}`)
  for (const { name, checksum } of readMigrations(migrationsFolder)) hash.update(name).update(checksum)
  hash.update(await readFile(import.meta.filename))
  for (const folder of ['examples/demo', 'bench/generate']) {
    const files = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    for (const file of files.filter((one) => one.isFile() && !one.name.endsWith('.test.ts')).toSorted(byPath))
      hash.update(file.name).update(await readFile(join(file.parentPath, file.name)))
  }
  return `${people}-${hash.digest('hex').slice(0, 12)}`
}

function byPath(a: { parentPath: string; name: string }, b: { parentPath: string; name: string }): number {
  return join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1
}
