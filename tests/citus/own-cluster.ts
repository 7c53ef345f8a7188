import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import { withConnection, type Login } from '../../database/bootstrap.ts'
import { setClock } from '../../database/clock.ts'
import { distribute } from '../../database/distribute.ts'
import type { EmbeddedPostgres } from '../../database/embedded.ts'
import { migrate } from '../../database/migrate.ts'
import { addressOf, joinNodesOf, startNode, type Address } from '../harness/citus-cluster.ts'

export type OwnCluster = {
  login: (user: Login['user']) => Login
  rows: <Row extends QueryResultRow>(statement: string, values?: unknown[]) => Promise<Row[]>
  nodeOf: (address: { host: string }) => ClusterNode
  startFurther: (name: string) => Promise<ClusterNode>
  stop: () => Promise<void>
}

export type ClusterNode = {
  name: string
  address: Address
  rows: <Row extends QueryResultRow>(statement: string, values?: unknown[]) => Promise<Row[]>
  lose: () => Promise<void>
  startAgain: () => Promise<void>
}

export const database = 'portal'

/** Creates a cluster with the portal's tables. `fill` runs before they are distributed. */
export async function startOwnCluster(fill: (app: Login) => Promise<void>): Promise<OwnCluster> {
  // Named like the folder of a test run's PostgreSQL, so that the next run removes it if this one is killed.
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `portal-test-${process.pid}-`))
  const nodes: (ClusterNode & { stop: () => Promise<void> })[] = []
  const start = async (name: string) => {
    const node = await startOne(folder, name)
    nodes.push(node)
    return node
  }
  const stop = async () => {
    for (const node of nodes) await node.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const coordinator = await start('coordinator')
    const workers = [await start('worker-1'), await start('worker-2')]
    const login = (user: Login['user']): Login => ({ ...coordinator.address, user, database })
    const owner = login('portal_owner')
    await migrate(owner)
    await withConnection(owner, (client) => setClock(client, { mode: 'test' }))
    await fill(login('portal_app'))
    await joinNodesOf({ coordinator: coordinator.address, workers: workers.map(({ address }) => address) }, database)
    await distribute({ owner, app: login('portal_app') }, () => undefined)
    return {
      login,
      rows: coordinator.rows,
      nodeOf: ({ host }) => {
        const found = nodes.find(({ address }) => address.host === host)
        if (!found) throw new Error(`No node has the address ${host}`)
        return found
      },
      startFurther: async (name) => {
        const node = await start(name)
        await node.rows('create extension citus')
        return node
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startOne(folder: string, name: string): Promise<ClusterNode & { stop: () => Promise<void> }> {
  const start = () =>
    startNode(folder, name, {
      'citus.shard_count': '8',
    })
  let running: EmbeddedPostgres = await start()
  const address = addressOf(running)
  // To move a shard, a node connects to itself, by default over TCP.
  await withConnection({ ...address, user: 'postgres', database: 'postgres' }, async (client) => {
    await client.query(`alter system set citus.local_hostname = '${address.host}'`)
    await client.query('select pg_reload_conf()')
  })
  return {
    name,
    address,
    rows: (statement, values) =>
      withConnection(
        { ...address, user: 'postgres', database },
        async (client) => (await client.query(statement, values)).rows,
      ),
    lose: async () => {
      process.kill(running.pid, 'SIGKILL')
      // A node that still runs would start PostgreSQL again.
      await running.stop()
    },
    startAgain: async () => {
      running = await start()
    },
    stop: () => running.stop(),
  }
}
