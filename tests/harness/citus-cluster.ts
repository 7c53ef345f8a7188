import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withConnection } from '../../database/bootstrap.ts'
import { startEmbedded, type EmbeddedPostgres } from '../../database/embedded.ts'

export type Address = { host: string; port: number }

export type CitusCluster = { coordinator: Address; workers: Address[]; pids: number[]; stop: () => Promise<void> }

/** Needs the extension that `npm test -- citus` installs. */
export async function startCitus(folder: string, settings: Record<string, string>): Promise<CitusCluster> {
  const nodes = await Promise.all(
    ['coordinator', 'worker-1', 'worker-2'].map((name) => startNode(folder, name, settings)),
  )
  const [coordinator, ...workers] = nodes.map(addressOf)
  // Three nodes were started.
  return {
    coordinator: coordinator!,
    workers,
    pids: nodes.map(({ pid }) => pid),
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  }
}

export function addressOf(node: EmbeddedPostgres): Address {
  const { host, port } = node.login('postgres')
  return { host, port }
}

export async function startNode(
  folder: string,
  name: string,
  settings: Record<string, string>,
): Promise<EmbeddedPostgres> {
  if (!existsSync('/usr/lib/postgresql/15/lib/citus.so')) {
    throw new Error('Citus is not installed: name its archive in CITUS_ARCHIVE and run "npm test -- citus".')
  }
  return startEmbedded({
    dataDir: join(folder, name),
    engine: 'installed',
    settings: {
      'citus.shard_count': '4',
      // `portal distribute` sets this for a database, but copies of the database do not keep it.
      'citus.propagate_set_commands': 'local',
      jit: 'off',
      ...settings,
      // Citus must be the first library.
      shared_preload_libraries: ['citus', settings['shared_preload_libraries'] ?? []].flat().join(),
      // Needed to move shards.
      wal_level: 'logical',
      max_wal_senders: '10',
      // A transaction over several nodes is prepared on each of them.
      max_prepared_transactions: '200',
      // Citus needs a maintenance process for each database.
      max_worker_processes: '200',
    },
  })
}

/** Joins the databases with this name, one on each node, to one database of the cluster. */
export async function joinNodesOf(
  { coordinator, workers }: Pick<CitusCluster, 'coordinator' | 'workers'>,
  database: string,
): Promise<void> {
  const on = (node: Address) => ({ ...node, user: 'postgres', database })
  for (const node of [coordinator, ...workers])
    await withConnection(on(node), (client) => client.query('create extension citus'))
  await withConnection(on(coordinator), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
  })
}
