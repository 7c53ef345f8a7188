import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { escapeIdentifier, Pool, type Client, type ClientBase } from 'pg'
import { inject } from 'vitest'
import { withConnection, preparePortalDatabase, type Login } from '../../database/bootstrap.ts'
import { setClock } from '../../database/clock.ts'
import { distribute } from '../../database/distribute.ts'
import { openDatabase, type PortalDatabase } from '../../database/database.ts'
import { migrate, migrationsFolder, readMigrations } from '../../database/migrate.ts'
import { openPool, type TimeLimits } from '../../database/postgres.ts'
import { refuseForbiddenStatements } from './statement-rules.ts'
import { joinNodes } from './citus.ts'
import type { Address } from './citus-cluster.ts'

export interface TestDatabase {
  name: string
  /** Connects as the role `portal_app`, like the portal's queries. */
  db: PortalDatabase
  pool: Pool
  app: Login
  /** Connects as the owner of the schema. Row-level security applies to the owner as well. */
  owner: Login
  /** Connects without row-level security, to check the effects of a test. */
  superuser: Login
  /** Sets how far the portal's clock is ahead of the real one, as ISO 8601: 'P14D', 'PT16M', 'P-1D'. */
  moveClock(ahead: string): Promise<void>
  /** Moves the clock to a moment, or to nine in the morning of a day: '2026-11-16T09:00:00Z', '2026-12-01'. */
  moveTo(moment: string): Promise<void>
  /** Runs a statement as superuser, with `app.now()` and `app.today()` replaced by values. */
  rows<Row extends object>(query: string, values?: unknown[]): Promise<Row[]>
  /** Runs `work` as superuser on each machine: the only PostgreSQL, or the coordinator and the workers. */
  onEachNode<T>(work: (client: ClientBase, place: number) => Promise<T>): Promise<T[]>
  /** Changes schemes directly, and gives every client a new scheme revision, as applying a folder does. */
  changeScheme(query: string, values?: unknown[]): Promise<void>
  /** Only `moveClock` moves a stopped clock. Returns a function that restarts it. */
  stopClock(): Promise<() => Promise<void>>
  disconnect(): Promise<void>
  close(): Promise<void>
}

/** These limits only end calls that hang. On a busy machine, hundreds of requests may wait for a few connections. */
const patience: TimeLimits = {
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 60_000,
  connectionTimeoutMs: 60_000,
}

/** Creates a test database with all migrations. It copies a template, which takes a few hundredths of a second. */
export async function createTestDatabase({
  poolSize,
  filledBy,
}: { poolSize?: number; filledBy?: TemplateRows } = {}): Promise<TestDatabase> {
  const template = filledBy ? await filledTemplate(filledBy) : await migratedTemplate()
  const isOnCitus = inject('workers').length > 0
  return copyOf(isOnCitus ? await distributedTemplate(template) : template, poolSize)
}

async function copyOf(template: string, poolSize?: number): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copies files, because copying through the write-ahead log takes twice the processor time.
  await onEachNode((client) =>
    client.query(
      `create database ${name} owner portal_owner template ${escapeIdentifier(template)} strategy file_copy`,
    ),
  )
  return openTestDatabase(name, {
    loginAs: (user) => login(user, name),
    drop: () => dropDatabase(name),
    workers: inject('workers'),
    ...(poolSize !== undefined && { poolSize }),
  })
}

export function openTestDatabase(
  name: string,
  {
    loginAs,
    drop,
    workers = [],
    poolSize = 4,
  }: {
    loginAs: (user: Login['user']) => Login
    drop: () => Promise<unknown>
    workers?: readonly Address[]
    poolSize?: number
  },
): TestDatabase {
  const owner = loginAs('portal_owner')
  const app = loginAs('portal_app')
  const pool = openPool(app, { size: poolSize, patience, onError: () => undefined })
  pool.on('connect', refuseForbiddenStatements)
  const db = openDatabase(pool)
  const superuser = loginAs('postgres')
  const past = superuserConnections(superuser)
  const pastWorkers = workers.map((worker) => superuserConnections({ ...superuser, ...worker }))
  const disconnect = async (): Promise<void> => {
    await Promise.all([db.destroy(), ...[past, ...pastWorkers].map((node) => node.end())])
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
      // Date.now() rounds down, so the clock is never earlier than the moment.
      return moveClock(`${at - Date.now()} milliseconds`)
    },
    rows: <Row extends object>(query: string, values: unknown[] = []) =>
      past.use(async (client) => (await client.query<Row>(await withTimes(client, query), values)).rows),
    onEachNode: (work) =>
      Promise.all([past, ...pastWorkers].map((node, place) => node.use((client) => work(client, place)))),
    changeScheme: (query, values = []) =>
      past.use(async (client) => {
        await client.query(await withTimes(client, query), values)
        await client.query('update client set scheme_revision = $1', [randomUUID()])
      }),
    async stopClock() {
      const running = await withConnection(owner, stopClock)
      return () => withConnection(owner, async (client) => void (await client.query(running)))
    },
    disconnect,
    async close() {
      await disconnect()
      await drop()
    },
  }
}

/** Replaces the clock functions by values, because Citus lets no statement on a shard read the clock. */
async function withTimes(client: ClientBase, text: string): Promise<string> {
  if (!/\bapp\.(?:now|today)\(\)/.test(text)) return text
  const { rows } = await client.query<{ now: string; today: string }>(
    `select quote_literal(now) || '::timestamptz' as now, quote_literal(today) || '::date' as today from app.present()`,
  )
  // The function always returns a row.
  const { now, today } = rows[0]!
  return text.replaceAll('app.now()', now).replaceAll('app.today()', today)
}

/** Makes all clock functions return the current moment. Returns the original functions. */
async function stopClock(owner: Client): Promise<string> {
  const { rows } = await owner.query<{ running: string; moment: string }>(`
    select pg_get_functiondef(oid) as running, quote_literal(now()) || '::timestamptz' as moment
    from pg_proc
    where pronamespace = 'app'::regnamespace and prokind = 'f'
      and pg_get_functiondef(oid) ~ 'transaction_timestamp\\(\\)'`)
  for (const { running, moment } of rows) await owner.query(running.replaceAll('transaction_timestamp()', moment))
  return rows.map(({ running }) => running).join(';\n')
}

export async function createEmptyDatabase(): Promise<{ owner: Login; app: Login; close(): Promise<void> }> {
  // Makes sure that the roles exist, because creating them twice at the same time would fail.
  await migratedTemplate()
  const name = `empty_${randomBytes(8).toString('hex')}`
  await prepareOnEachNode(name)
  return {
    owner: login('portal_owner', name),
    app: login('portal_app', name),
    close: () => dropDatabase(name),
  }
}

const templateLock = 4_770_916

/** Rows of a template database, which is created once in a test run. */
export type TemplateRows = {
  name: string
  fill: (database: TestDatabase) => Promise<void>
  onTopOf?: TemplateRows
}

const templates = new Map<string, Promise<string>>()

/** Templates exist until the test run ends. After a failed attempt, the next caller tries again. */
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

function filledTemplate(filling: TemplateRows): Promise<string> {
  return madeOnce(nameOf(filling), () => makeFilledTemplate(filling))
}

function nameOf({ name, onTopOf }: TemplateRows): string {
  return onTopOf ? `${nameOf(onTopOf)} ${name}` : `filled by ${name}`
}

function migratedTemplate(): Promise<string> {
  return madeOnce('migrated', makeMigratedTemplate)
}

async function makeFilledTemplate({ name, fill, onTopOf }: TemplateRows): Promise<string> {
  // Creates the base template before taking the lock, because the lock blocks all other callers.
  const below = onTopOf ? await filledTemplate(onTopOf) : await migratedTemplate()
  const template = `${below}_${name}`
  await asSuperuser(async (client) => {
    if (await isThere(client, template)) return
    await client.query('select pg_advisory_lock($1)', [templateLock + 1])
    if (await isThere(client, template)) return
    const making = await copyOf(below)
    try {
      await fill(making)
    } catch (reason) {
      await making.close()
      throw reason
    }
    await making.disconnect()
    await makeTemplate(making.name, template)
  })
  return template
}

async function makeMigratedTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, checksum } of readMigrations(migrationsFolder)) hash.update(name).update(checksum)
  const template = `template_${hash.digest('hex').slice(0, 16)}`

  await asSuperuser(async (client) => {
    if (await isThere(client, template)) return
    await client.query('select pg_advisory_lock($1)', [templateLock])
    if (await isThere(client, template)) return
    const making = `making_${template}`
    await dropDatabase(making)
    const owner = login('portal_owner', making)
    await prepareOnEachNode(making)
    await migrate(owner)
    await withConnection(owner, (client) => setClock(client, { mode: 'test' }))
    await makeTemplate(making, template)
  })
  return template
}

/** Filling a template on one machine first and then distributing it takes less time. */
function distributedTemplate(template: string): Promise<string> {
  const name = `distributed_${createHash('sha256').update(template).digest('hex').slice(0, 16)}`
  return madeOnce(name, async () => {
    await asSuperuser(async (client) => {
      if (await isThere(client, name)) return
      await client.query('select pg_advisory_lock($1)', [templateLock + 2])
      if (await isThere(client, name)) return
      const making = await copyOf(template)
      await making.disconnect()
      await joinNodes(making.name)
      await distribute(making, () => undefined)
      await makeTemplate(making.name, name)
    })
    return name
  })
}

/** Renames a database when it is complete, so that an interrupted run leaves no template that looks ready. */
async function makeTemplate(making: string, template: string): Promise<void> {
  await endConnections(making)
  await onEachNode((node) => node.query(`alter database ${making} rename to ${escapeIdentifier(template)}`))
}

async function dropDatabase(name: string): Promise<void> {
  // Citus connects each node with the others for maintenance, so dropping could take seconds or fail.
  await endConnections(name)
  await onEachNode((node) => node.query(`drop database if exists ${name} with (force)`))
}

async function endConnections(name: string): Promise<void> {
  await onEachNode((node) => node.query('update pg_database set datallowconn = false where datname = $1', [name]))
  await onEachNode((node) =>
    node.query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1', [name]),
  )
}

/** Opening a connection takes more processor time than most queries of a test, so connections are pooled. */
export function superuserConnections(as: Login) {
  const pool = new Pool({ ...as, max: 20, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // If PostgreSQL closes an idle connection, the pool replaces it at the next use.
  pool.on('error', () => undefined)
  // Errors of a connection in use also fail its query.
  pool.on('connect', (client) => client.on('error', () => undefined))
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
    end: () => (ended ??= pool.end()),
  }
}

async function isThere(client: Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
  return rowCount === 1
}

async function prepareOnEachNode(name: string): Promise<void> {
  for (const node of [inject('postgres'), ...inject('workers')]) {
    await preparePortalDatabase({ ...login('postgres'), ...node }, name)
  }
}

let nodes: ReturnType<typeof superuserConnections>[] | undefined

async function onEachNode(work: (client: ClientBase) => Promise<unknown>): Promise<void> {
  nodes ??= [inject('postgres'), ...inject('workers')].map((node) =>
    superuserConnections({ ...login('postgres', 'postgres'), ...node }),
  )
  await Promise.all(nodes.map((node) => node.use(work)))
}

/** Runs `work` on a separate connection, so that its locks end with it. */
function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return withConnection(login('postgres', 'postgres'), work)
}

function login(user: Login['user'], database = 'postgres'): Login {
  return { ...inject('postgres'), user, database }
}
