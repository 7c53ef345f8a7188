import { createHash, randomBytes } from 'node:crypto'
import { escapeIdentifier, Pool, type Client, type ClientBase } from 'pg'
import { inject } from 'vitest'
import { connected, preparePortalDatabase, type Login } from '../../database/bootstrap.ts'
import { setClock } from '../../database/clock.ts'
import { openDatabase, type PortalDatabase } from '../../database/database.ts'
import { migrate, migrationsFolder, readMigrations } from '../../database/migrate.ts'
import { openPool, type Patience } from '../../database/postgres.ts'

export interface TestDatabase {
  name: string
  /** As the portal's queries: role `portal_app`. */
  db: PortalDatabase
  pool: Pool
  app: Login
  /** The owner of the schema; row-level security binds it too. */
  owner: Login
  /** Sees everything, for looking at what a test has brought about. */
  superuser: Login
  /** The portal's clock, so far ahead of the real one, as ISO 8601: 'P14D', 'PT16M', 'P-1D'. */
  moveClock(ahead: string): Promise<void>
  /** To a moment, or to nine in the morning of a day: '2026-11-16T09:00:00Z', '2026-12-01'. */
  moveTo(moment: string): Promise<void>
  /** What a statement answers or does past every fence. */
  rows<Row extends object>(query: string, values?: unknown[]): Promise<Row[]>
  /** Changes schemes directly in the database, and gives every client a new revision, as applying a folder does. */
  changeScheme(query: string, values?: unknown[]): Promise<void>
  /**
   * From now on the clock moves by `moveClock` alone, so that a limit can be met to the second, however slow the
   * machine is. Answers what lets it go on.
   */
  stopClock(): Promise<() => Promise<void>>
  /** Ends the connections and leaves the database. */
  disconnect(): Promise<void>
  close(): Promise<void>
}

/** Hundreds of requests at once wait for a few connections, on a machine that may do much else: only what hangs ends. */
const patience: Patience = {
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 60_000,
  connectionTimeoutMs: 60_000,
}

/** A migrated database of its own, empty unless told; copying a template takes a few hundredths of a second. */
export async function createTestDatabase({
  poolSize = 4,
  filledBy,
}: { poolSize?: number; filledBy?: Filling } = {}): Promise<TestDatabase> {
  const template = filledBy ? await filledTemplate(filledBy) : await migratedTemplate()
  const name = `test_${randomBytes(8).toString('hex')}`
  // By the file: to copy it through the log, page by page, takes twice as long of the processor.
  await inCluster((client) =>
    client.query(
      `create database ${name} owner portal_owner template ${escapeIdentifier(template)} strategy file_copy`,
    ),
  )
  const owner = login('portal_owner', name)
  const app = login('portal_app', name)
  const pool = openPool(app, { size: poolSize, patience, onError: () => undefined })
  const db = openDatabase(pool)
  const superuser = login('postgres', name)
  const past = keptConnections(superuser)
  const disconnect = async (): Promise<void> => {
    await Promise.all([db.destroy(), past.end()])
    if (!pool.ended) await pool.end()
  }
  const moveClock = (ahead: string) => past.use((client) => setClock(client, { mode: 'test', ahead }))
  return {
    name,
    db,
    pool,
    app,
    owner,
    superuser,
    moveClock,
    moveTo(moment) {
      const at = Date.parse(moment.includes('T') ? moment : `${moment}T09:00:00Z`)
      // Never to just before it.
      return moveClock(`${at - Date.now()} milliseconds`)
    },
    rows: <Row extends object>(query: string, values: unknown[] = []) =>
      past.use(async (client) => (await client.query<Row>(query, values)).rows),
    changeScheme: (query, values = []) =>
      past.use(async (client) => {
        await client.query(query, values)
        await client.query('update client set scheme_revision = gen_random_uuid()')
      }),
    async stopClock() {
      const running = await connected(owner, stopClock)
      return () => connected(owner, async (client) => void (await client.query(running)))
    },
    disconnect,
    async close() {
      await disconnect()
      await inCluster((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Puts this moment in place of each transaction's start, wherever the clock reads it; answers the functions as they were. */
async function stopClock(owner: Client): Promise<string> {
  const { rows } = await owner.query<{ running: string; moment: string }>(`
    select pg_get_functiondef(oid) as running, quote_literal(now()) || '::timestamptz' as moment
    from pg_proc
    where pronamespace = 'app'::regnamespace and prokind = 'f'
      and pg_get_functiondef(oid) ~ 'transaction_timestamp\\(\\)'`)
  for (const { running, moment } of rows) await owner.query(running.replaceAll('transaction_timestamp()', moment))
  return rows.map(({ running }) => running).join(';\n')
}

/** A database without any table, for trying migrations out. */
export async function createEmptyDatabase(): Promise<{ owner: Login; app: Login; close(): Promise<void> }> {
  // Whose roles are there: two that made them at the same moment would be in each other's way.
  await migratedTemplate()
  const name = `empty_${randomBytes(8).toString('hex')}`
  await preparePortalDatabase(login('postgres'), name)
  return {
    owner: login('portal_owner', name),
    app: login('portal_app', name),
    close: () => asSuperuser(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

const templateLock = 4_770_916

/** What a template holds beside the schema, made once in a run by whoever asks for it first. */
export type Filling = {
  name: string
  fill: (database: TestDatabase) => Promise<void>
  /** What it begins with instead of nothing. */
  onTopOf?: Filling
}

const templates = new Map<string, Promise<string>>()

/**
 * Once made, a template stays as long as the cluster: only the first in a worker looks whether it is there. A try that
 * failed is forgotten, so that whoever asks next tries again.
 */
function madeOnce(name: string, make: () => Promise<string>): Promise<string> {
  const known = templates.get(name)
  if (known) return known
  const template = make().catch((reason: unknown) => {
    templates.delete(name)
    throw reason
  })
  templates.set(name, template)
  return template
}

function filledTemplate(filling: Filling): Promise<string> {
  return madeOnce(nameOf(filling), () => makeFilledTemplate(filling))
}

function nameOf({ name, onTopOf }: Filling): string {
  return onTopOf ? `${nameOf(onTopOf)} ${name}` : `filled by ${name}`
}

function migratedTemplate(): Promise<string> {
  return madeOnce('migrated', makeMigratedTemplate)
}

async function makeFilledTemplate({ name, fill, onTopOf }: Filling): Promise<string> {
  // First, because whoever makes one keeps all others waiting.
  const below = onTopOf ? await filledTemplate(onTopOf) : await migratedTemplate()
  const template = `${below}_${name}`
  await asSuperuser(async (client) => {
    if (await isThere(client, template)) return
    await client.query('select pg_advisory_lock($1)', [templateLock + 1])
    if (await isThere(client, template)) return
    const making = await createTestDatabase(onTopOf && { filledBy: onTopOf })
    try {
      await fill(making)
    } catch (reason) {
      await making.close()
      throw reason
    }
    await making.disconnect()
    await client.query(`alter database ${making.name} rename to ${escapeIdentifier(template)}`)
  })
  return template
}

/** The name of a database with all migrations, made by the first who asks for exactly these migrations. */
async function makeMigratedTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, checksum } of readMigrations(migrationsFolder)) hash.update(name).update(checksum)
  const template = `template_${hash.digest('hex').slice(0, 16)}`

  await asSuperuser(async (client) => {
    if (await isThere(client, template)) return
    await client.query('select pg_advisory_lock($1)', [templateLock])
    if (await isThere(client, template)) return
    const making = `making_${template}`
    await client.query(`drop database if exists ${making}`)
    await preparePortalDatabase(login('postgres'), making)
    await migrate(login('portal_owner', making))
    await connected(login('portal_owner', making), (owner) => setClock(owner, { mode: 'test' }))
    // Renamed when whole, so that a run that stops in between leaves nothing that looks ready.
    await client.query(`alter database ${making} rename to ${template}`)
  })
  return template
}

/** Ways in that stay open for whoever asks next: to open one takes the processor longer than most of what tests ask. */
function keptConnections(as: Login) {
  const pool = new Pool({ ...as, max: 20, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // An idle one that PostgreSQL has ended is replaced at its next use.
  pool.on('error', () => undefined)
  let ended: Promise<void> | undefined
  return {
    async use<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
      const client = await pool.connect()
      try {
        return await work(client)
      } finally {
        client.release()
      }
    },
    /** Also of those that have ended. */
    end: () => (ended ??= pool.end()),
  }
}

async function isThere(client: Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
  return rowCount === 1
}

let cluster: ReturnType<typeof keptConnections> | undefined

/** What one statement does outside any database of a test. */
function inCluster<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
  return (cluster ??= keptConnections(login('postgres', 'postgres'))).use(work)
}

/** On a connection of its own, whose locks end with it. */
function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return connected(login('postgres', 'postgres'), work)
}

function login(user: Login['user'], database = 'postgres'): Login {
  return { ...inject('postgres'), user, database }
}
