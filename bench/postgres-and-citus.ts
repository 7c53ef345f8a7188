import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection, preparePortalDatabase, type Login } from '../database/bootstrap.ts'
import { distribute } from '../database/distribute.ts'
import { startEmbedded } from '../database/embedded.ts'
import { type Address, joinNodesOf, startCitus } from '../tests/harness/citus-cluster.ts'
import { fillDatabase } from './fill-database.ts'
import { startProcess } from './start-process.ts'

export type Engine = {
  /** The only node of PostgreSQL, or the coordinator of Citus. */
  node: Address
  workers: Address[]
  pids: number[]
}

export type PostgresAndCitus = {
  one: Engine
  three: Engine
  /** Fills a new database on both engines with the same clients, and distributes the one on Citus. */
  fill: (database: string, clients: readonly (readonly [name: string, people: number])[]) => Promise<void>
  /** Delays connections like a network: to the node, and from the coordinator to the workers. */
  slowDown: (database: string) => Promise<{ one: Engine; three: Engine }>
  stop: () => Promise<void>
}

/** Starts one PostgreSQL, and a coordinator with two workers, with the same version and memory. */
export async function startPostgresAndCitus({ delayMs }: { delayMs: number }): Promise<PostgresAndCitus> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const settings = { shared_preload_libraries: 'pg_stat_statements' }
  const postgres = await startEmbedded({ dataDir: join(folder, 'one'), engine: 'installed', settings })
  const cluster = await startCitus(folder, settings)
  const { host, port } = postgres.login('postgres')
  const one: Engine = { node: { host, port }, workers: [], pids: [postgres.pid] }
  const three: Engine = { node: cluster.coordinator, workers: cluster.workers, pids: cluster.pids }
  const links: Awaited<ReturnType<typeof openSlowLinks>>[] = []
  await withConnection(loginTo(one, 'postgres')('postgres'), (client) =>
    client.query('create extension if not exists pg_stat_statements'),
  )
  return {
    one,
    three,
    fill: async (database, clients) => {
      await fillDatabase(loginTo(one, database), clients)
      await fillDatabase(loginTo(three, database), clients)
      for (const worker of cluster.workers)
        await preparePortalDatabase({ ...worker, user: 'postgres', database: 'postgres' }, database)
      await joinNodesOf(cluster, database)
      const login = loginTo(three, database)
      await distribute({ owner: login('portal_owner'), app: login('portal_app') }, () => undefined)
    },
    slowDown: async (database) => {
      const nodes = [one.node, three.node, ...three.workers]
      const slow = await openSlowLinks(join(folder, `slow-${database}`), nodes, delayMs)
      links.push(slow)
      const [slowOne = one.node, slowThree = three.node, ...workers] = slow.nodes
      await withConnection(loginTo(three, database)('postgres'), async (client) => {
        for (const [index, worker] of workers.entries())
          await client.query(
            'select citus_update_node(nodeid, $1, $2) from pg_dist_node where groupid <> 0 and nodename = $3',
            [worker.host, worker.port, three.workers[index]?.host],
          )
      })
      return { one: { ...one, node: slowOne }, three: { ...three, node: slowThree } }
    },
    stop: async () => {
      for (const slow of links) await slow.stop()
      await Promise.all([postgres.stop(), cluster.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function loginTo({ node }: Engine, database: string): (user: Login['user']) => Login {
  return (user) => ({ ...node, user, database })
}

export async function vacuum({ node, workers }: Engine, database: string): Promise<void> {
  for (const address of [node, ...workers])
    await withConnection({ ...address, user: 'postgres', database }, (client) => client.query('vacuum (analyze)'))
}

async function openSlowLinks(folder: string, nodes: readonly Address[], delayMs: number) {
  const slow = nodes.map(({ port }, index) => ({ host: join(folder, String(index)), port }))
  for (const { host } of slow) {
    await mkdir(host, { recursive: true })
    await chmod(host, 0o777)
  }
  const socket = ({ host, port }: Address) => join(host, `.s.PGSQL.${port}`)
  const links = slow.map((address, index) => ({ from: socket(address), to: socket(nodes[index] ?? address) }))
  const forwarder = await startProcess('bench/network-delay.ts', {
    port: 0,
    env: { LINKS: JSON.stringify(links), DELAY: String(delayMs) },
  })
  return { nodes: slow, stop: forwarder.stop }
}
