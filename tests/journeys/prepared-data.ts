import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { withConnection, preparePortalDatabase, type Login } from '../../database/bootstrap.ts'
import { distribute } from '../../database/distribute.ts'
import { type Address, joinNodesOf, startCitus } from '../harness/citus-cluster.ts'
import { freePort, startServer } from '../harness/server-process.ts'

// Loads the example clients once for all portals of a run, because loading takes six seconds of processor time.

/** A Tuesday after the cut-off of November's pay, so that choices made now affect December's. */
export const journeyMoment = '2026-11-24T09:00:00Z'

const variables = { folder: 'PREPARED_DATA', nodes: 'PREPARED_NODES' }
const preparedDatabase = 'prepared'

export default async function prepareData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'journeys-'))
  const dataDir = join(folder, 'data')
  const cluster = process.env['CITUS']
    ? await startCitus(join(folder, 'citus'), { fsync: 'off', max_connections: '200' })
    : undefined
  const nodes = cluster && [cluster.coordinator, ...cluster.workers]
  if (nodes) {
    for (const node of nodes)
      await preparePortalDatabase({ ...node, user: 'postgres', database: 'postgres' }, preparedDatabase)
    // In production, an administrator grants this role (docs/scaling.md). Here the test grants it.
    await onEach(nodes, 'grant portal_app to portal_owner')
  }
  const server = await startServer({
    PORT: String(await freePort()),
    HOST: 'localhost',
    DATA_DIR: dataDir,
    CLOCK: journeyMoment,
    ROLE: 'web',
    ...(cluster && urlsOf(cluster.coordinator, preparedDatabase)),
  })
  await server.stop()
  process.env[variables.folder] = dataDir
  if (cluster && nodes) {
    await joinNodesOf(cluster, preparedDatabase)
    const login = (user: Login['user']): Login => ({ ...cluster.coordinator, user, database: preparedDatabase })
    await distribute({ owner: login('portal_owner'), app: login('portal_app') }, () => undefined)
    await closeDatabase(nodes, preparedDatabase)
    process.env[variables.nodes] = JSON.stringify(nodes)
  }
  return async () => {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export type PreparedData = {
  env: Record<string, string>
  /** Login of the superuser, without row-level security. */
  database: Login
  isOnCitus: boolean
}

export async function copyPrepared(dataDir: string): Promise<PreparedData> {
  await mkdir(dirname(dataDir), { recursive: true })
  // cp -a keeps the owner of the files, because PostgreSQL checks the owner and cannot run as root.
  await promisify(execFile)('cp', ['-a', process.env[variables.folder] ?? '', dataDir])
  const given = process.env[variables.nodes]
  if (given === undefined) {
    const host = join(dataDir, 'postgres/socket')
    const database: Login = { host, port: 5432, user: 'postgres', database: 'portal' }
    return { env: { DATA_DIR: dataDir }, database, isOnCitus: false }
  }
  // `prepareData` has written this variable.
  const nodes = JSON.parse(given) as Address[]
  const [coordinator] = nodes
  if (!coordinator) throw new Error('The cluster has no coordinator')
  const name = `journey_${randomBytes(6).toString('hex')}`
  await onEach(nodes, `create database ${name} owner portal_owner template ${preparedDatabase} strategy file_copy`)
  return {
    env: { DATA_DIR: dataDir, ...urlsOf(coordinator, name) },
    database: { ...coordinator, user: 'postgres', database: name },
    isOnCitus: true,
  }
}

const urlsOf = ({ host, port }: Address, database: string): Record<string, string> => {
  const url = (user: string) => `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  return { DATABASE_URL: url('portal_owner'), DATABASE_APP_URL: url('portal_app') }
}

/** Ends all connections, including those of Citus, because a database in use cannot be copied. */
async function closeDatabase(nodes: readonly Address[], name: string): Promise<void> {
  await onEach(nodes, `update pg_database set datallowconn = false where datname = '${name}'`)
  await onEach(nodes, `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`)
}

async function onEach(nodes: readonly Address[], statement: string): Promise<void> {
  for (const node of nodes)
    await withConnection({ ...node, user: 'postgres', database: 'postgres' }, (client) => client.query(statement))
}
