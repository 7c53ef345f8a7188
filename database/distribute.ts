import { escapeIdentifier, type Client, type ClientConfig } from 'pg'
import { withConnection } from './bootstrap.ts'
import {
  clusterFault,
  dependencyOrder,
  lostWorkers,
  versionFault,
  type Cluster,
  type Extension,
} from './distribution.rules.ts'
import { isRetryable } from './postgres.ts'
import { StartError } from './start-error.ts'

/** Advisory lock against two distributions at the same time; any unused number. */
const distributionLock = 4_770_917

/** Distributes tenant tables over Citus workers by client_id, and copies other tables to every node. Throws `StartError`. */
export async function distribute(
  { owner, app }: { owner: ClientConfig; app: ClientConfig },
  report: (line: string) => void,
): Promise<void> {
  await withConnection(owner, async (client) => {
    refuse(versionFault(await readExtension(client)))
    refuse(
      clusterFault(
        await readCluster(client, async () => [...(await logins(client)), ...(await withConnection(app, logins))]),
      ),
    )
    await client.query('select pg_advisory_lock($1)', [distributionLock])
    let steps = 0
    const done = (line: string) => {
      steps += 1
      report(line)
    }
    await useSettings(client, done)
    await dropTriggers(client, done)
    await dropReferencesOfSharedTables(client, done)
    await copySharedTables(client, done)
    await distributeFunctions(client, done)
    await distributeTables(client, done)
    await removeLocalRows(client, done)
    await forceRowSecurity(client, done)
    const tables = await readTables(client)
    const workers = await client.query(`select from pg_dist_node where ${isWorker}`)
    report(
      `${steps === 0 ? 'Nothing to do: ' : ''}${tables.filter(({ isOfClient }) => isOfClient).length} tables are` +
        ` distributed by client over ${workers.rowCount} workers, ${tables.filter(({ isOfClient }) => !isOfClient).length} are copied to every node.`,
    )
  })
}

/** Checks a distributed database's cluster. Returns unreachable workers. Throws `StartError` if the cluster is unusable. */
export async function checkCluster(owner: Client, app: ClientConfig): Promise<string[]> {
  const { isDistributed, ...extension } = await readExtension(owner)
  if (!isDistributed) return []
  refuse(versionFault(extension))
  const cluster = await readCluster(owner, () => withConnection(app, logins))
  const lost = lostWorkers(cluster)
  refuse(clusterFault({ ...cluster, logins: cluster.logins.filter(({ worker }) => !lost.includes(worker)) }))
  return lost
}

type Done = (line: string) => void

const isWorker = `noderole = 'primary' and isactive and shouldhaveshards and groupid <> 0`

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new StartError(reason)
}

async function readExtension(client: Client): Promise<Extension & { isDistributed: boolean }> {
  const { rows } = await client.query<Extension & { isDistributed: boolean }>(`
    select (select extversion from pg_extension where extname = 'citus') as version,
           current_setting('citus.version', true) is not null as "isLoaded",
           exists (
             select from pg_db_role_setting
             where setdatabase = (select oid from pg_database where datname = current_database())
               and setrole = 0
               and 'citus.propagate_set_commands=local' = any (setconfig)
           ) as "isDistributed"`)
  // A select without a table returns one row.
  return rows[0]!
}

async function readCluster(client: Client, logins: () => Promise<Cluster['logins']>): Promise<Cluster> {
  const { rowCount } = await client.query('select from pg_dist_local_group where groupid = 0')
  return { isCoordinator: rowCount === 1, logins: await logins() }
}

async function logins(client: Client): Promise<Cluster['logins']> {
  const { rows: workers } = await client.query<{ name: string; port: number; role: string }>(`
    select nodename as name, nodeport as port, current_user as role
    from pg_dist_node
    where ${isWorker}
    order by nodename, nodeport`)
  const reasons: string[] = []
  const listen = ({ message = '' }: { message: string | undefined }) => void reasons.push(message)
  client.on('notice', listen)
  const found: Cluster['logins'] = []
  for (const { name, port, role } of workers) {
    const { rows } = await client.query<{ works: boolean }>('select citus_check_connection_to_node($1, $2) as works', [
      name,
      port,
    ])
    const [, failure] = /failed with the following error: (.*)/s.exec(reasons.splice(0).join('\n')) ?? []
    found.push({ worker: `${name}:${port}`, role, ...(!rows[0]?.works && { failure: failure ?? '' }) })
  }
  client.off('notice', listen)
  return found
}

/** Settings of each node, spelt as in the catalog. The first one makes Citus send `app.client_id` to workers. */
const nodeSettings = {
  'citus.propagate_set_commands': 'local',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'iso_8601',
  jit: 'off',
}

async function useSettings(client: Client, done: Done): Promise<void> {
  const { rows: nodes } = await client.query<{ settings: string }>(`
    select coalesce(result, '') as settings
    from run_command_on_all_nodes($$
      select array_to_string(setconfig, ' ')
      from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database()) and setrole = 0
    $$)`)
  const missing = Object.entries(nodeSettings).filter(
    ([name, value]) => !nodes.every(({ settings }) => settings.split(' ').includes(`${name}=${value}`)),
  )
  if (missing.length === 0) return
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  for (const [name, value] of missing) await client.query(`alter database ${rows[0]?.name} set ${name} = '${value}'`)
  done(`Set ${missing.map(([name]) => name).join(', ')} of the database on each node; new connections use them.`)
}

const isOfClient = `exists (
  select from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
  where i.indrelid = c.oid and i.indisprimary and a.attname = 'client_id'
)`

interface Table {
  name: string
  isOfClient: boolean
  isDone: boolean
  hasLocalRows: boolean
}

async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.oid::regclass::text as name,
           ${isOfClient} as "isOfClient",
           p.logicalrelid is not null as "isDone",
           p.logicalrelid is not null and pg_relation_size(c.oid) > 0 as "hasLocalRows"
    from pg_class c
    left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relkind = 'r'
      and c.relnamespace in ('app'::regnamespace, 'public'::regnamespace)
      and c.relowner = current_user::regrole
      and c.oid <> 'app.migration'::regclass
    order by c.relnamespace::regnamespace::text, c.relname`)
  return rows
}

interface ForeignKey {
  name: string
  table: string
  target: string
  definition: string
}

async function readForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select k.conname as name,
           k.conrelid::regclass::text as table,
           k.confrelid::regclass::text as target,
           pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relowner = current_user::regrole
    order by 2, 1`)
  return rows
}

/** Drops triggers, because Citus runs none on distributed tables. */
async function dropTriggers(client: Client, done: Done): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string }>(`
    select t.tgname as name, t.tgrelid::regclass::text as table
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal
      and ${isOfClient}
      and c.relowner = current_user::regrole
      and c.relnamespace in ('app'::regnamespace, 'public'::regnamespace)
    order by 2, 1`)
  for (const { name, table } of rows) {
    await client.query(`drop trigger ${escapeIdentifier(name)} on ${table}`)
    done(`Dropped the trigger ${name} of ${table}.`)
  }
}

/** Drops foreign keys from copied tables to distributed ones, which Citus does not allow. */
async function dropReferencesOfSharedTables(client: Client, done: Done): Promise<void> {
  const ofClients = new Set((await readTables(client)).filter(({ isOfClient }) => isOfClient).map(({ name }) => name))
  for (const { name, table, target } of await readForeignKeys(client)) {
    if (ofClients.has(table) || !ofClients.has(target)) continue
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
    done(`Dropped the foreign key ${name} of ${table} to ${target}.`)
  }
}

async function copySharedTables(client: Client, done: Done): Promise<void> {
  const tables = (await readTables(client)).filter(({ isOfClient, isDone }) => !isOfClient && !isDone)
  const references = await readForeignKeys(client)
  for (const name of dependencyOrder(
    tables.map(({ name }) => name),
    references,
  ).flat()) {
    await client.query('select create_reference_table($1)', [name])
    done(`Copied ${name} to every node.`)
  }
}

async function distributeFunctions(client: Client, done: Done): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select p.oid::regprocedure::text as name
    from pg_proc p
    where p.pronamespace = 'app'::regnamespace
      and p.prokind = 'f'
      and p.prorettype <> 'trigger'::regtype
      and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
    order by p.oid`)
  for (const { name } of rows) {
    await client.query('select create_distributed_function($1)', [name])
    done(`Distributed the function ${name}.`)
  }
}

async function distributeTables(client: Client, done: Done): Promise<void> {
  const tables = (await readTables(client)).filter(({ isOfClient, isDone }) => isOfClient && !isDone)
  const keys = await readForeignKeys(client)
  for (const group of dependencyOrder(
    tables.map(({ name }) => name),
    keys,
  )) {
    const within = keys.filter(
      ({ table, target }) => group.length > 1 && group.includes(table) && group.includes(target),
    )
    await inTransaction(client, async () => {
      // A foreign key can be added only after both of its tables are distributed.
      await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
      for (const { table, name } of within)
        await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
      for (const name of group) {
        // Citus copies the rows as the owner. With forced row-level security COPY would be refused.
        await client.query(`alter table ${name} no force row level security`)
        // `colocate_with` distributes every table like the first one, even if citus.shard_count has changed since.
        await client.query(
          `
          select create_distributed_table($1, 'client_id', colocate_with => coalesce(
            (select min(logicalrelid::text) from pg_dist_partition where partmethod = 'h'), 'default'
          ))`,
          [name],
        )
        await client.query(`alter table ${name} force row level security`)
      }
      for (const { table, name, definition } of within) {
        await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
      }
    })
    for (const name of group) done(`Distributed ${name} by client_id.`)
  }
}

async function removeLocalRows(client: Client, done: Done): Promise<void> {
  const tables = (await readTables(client)).filter(({ hasLocalRows }) => hasLocalRows)
  for (const { name } of tables) {
    await client.query(`select truncate_local_data_after_distributing_table($1)`, [name])
  }
  if (tables.length > 0) done(`Removed the coordinator's former rows of ${tables.length} tables.`)
}

/** Turns forced row-level security on again, which administrators turn off to move shards (docs/scaling.md). */
async function forceRowSecurity(client: Client, done: Done): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name
    from pg_class c
    join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relrowsecurity
      and not c.relforcerowsecurity
      and c.relowner = current_user::regrole
    order by 1`)
  if (rows.length > 0) await client.query(`set lock_timeout = '1s'`)
  for (const { name } of rows) {
    await repeatedly(() => client.query(`alter table ${name} force row level security`))
    done(`Row-level security of ${name} applies to its owner again.`)
  }
}

/** Retries work that did not get a lock within a second. A longer wait would hold up other queries. */
async function repeatedly(work: () => Promise<unknown>, tries = 60): Promise<void> {
  for (;;)
    try {
      await work()
      return
    } catch (error) {
      if (!isRetryable(error) || --tries === 0) throw error
    }
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
