import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { joinNodes, runOnEachNode } from '../tests/harness/citus.ts'
import { createEmptyDatabase } from '../tests/harness/databases.ts'
import { runProgram } from '../tests/harness/run-program.ts'
import { withConnection, type Login } from './bootstrap.ts'
import { checkCluster, distribute } from './distribute.ts'
import { migrate } from './migrate.ts'
import { StartError } from './start-error.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>

describe('a filled database', () => {
  const interrupted: string[] = []
  let lines: string[]
  let clients: string[]
  let before: { keys: object[] }
  beforeAll(async () => {
    database = await createEmptyDatabase()
    await migrate(database.owner)
    clients = await addClients()
    before = { keys: await rows(foreignKeys) }
    await joinNodes(database.owner.database)
    const interruption = distribute(database, (line) => {
      interrupted.push(line)
      if (line === 'Distributed account by client_id.') throw new Error('interrupted')
    })
    await interruption.catch(({ message }: Error) => interrupted.push(message))
    lines = await run()
  })
  afterAll(() => database.close())

  it('is distributed completely by the next run if a run was interrupted', () => {
    expect(interrupted.slice(-2)).toEqual(['Distributed account by client_id.', 'interrupted'])
    expect(lines).toContain('Distributed session by client_id.')
    expect(lines.filter((line) => interrupted.includes(line))).toEqual([])
    expect(lines.at(-1)).toMatch(
      /^\d+ tables are distributed by client over 2 workers, \d+ are copied to every node\.$/,
    )
  })

  it("uses the portal's date formats on the workers", async () => {
    const styles: unknown[] = []
    await runOnEachNode('workers', database.owner.database, async (client) => {
      styles.push((await client.query('show intervalstyle')).rows)
    })
    const style = [{ IntervalStyle: 'iso_8601' }]
    expect(styles).toEqual([style, style])
  })

  it('is not changed by a further run', async () => {
    expect(await run()).toEqual([expect.stringMatching(/^Nothing to do: \d+ tables/)])
  })

  it('keeps all its rows', async () => {
    expect(await rows('select client_id, email from account order by email')).toEqual(
      clients.map((client, place) => ({ client_id: client, email: `person${place}@example.com` })),
    )
  })

  it('stores all rows of a client on one node, and the tables shared by all clients on every node', async () => {
    const found = await rows(`
      select citus_table_type as type,
             count(distinct colocation_id)::int as groups,
             string_agg(distinct distribution_column, ', ') as columns,
             array_agg(table_name::text) @> '{account,work_due}' as of_client,
             array_agg(table_name::text order by table_name::text) = '{app.clock,client_address}' as shared
      from citus_tables
      group by citus_table_type
      order by citus_table_type`)
    expect(found).toEqual([
      { type: 'distributed', groups: 1, columns: 'client_id', of_client: true, shared: false },
      { type: 'reference', groups: 1, columns: '<none>', of_client: false, shared: true },
    ])
    const local = await rows(`
      select c.oid::regclass::text as name
      from pg_class c
      where c.relkind = 'r'
        and c.relnamespace in ('app'::regnamespace, 'public'::regnamespace)
        and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`)
    expect(local).toEqual([{ name: 'app.migration' }])
  })

  it('isolates clients from each other on the workers', async () => {
    const seen = await withConnection(database.app, async (client) => {
      const without = await client.query('select from account')
      await client.query('begin')
      await client.query(`set local app.client_id = '${clients[0]}'`)
      const within = await client.query('select email from account')
      await client.query('commit')
      return { without: without.rowCount, within: within.rows }
    })
    expect(seen).toEqual({ without: 0, within: [{ email: 'person0@example.com' }] })
    await runOnEachNode('workers', database.owner.database, async (client) => {
      // Citus hides shards from pg_class.
      await client.query('set citus.override_table_visibility = off')
      const shards = await client.query(`
        select count(*)::int as all,
               count(*) filter (where c.relrowsecurity and c.relforcerowsecurity and p.polrelid is not null)::int as isolated
        from pg_class c
        left join pg_policy p on p.polrelid = c.oid
        where c.relkind = 'r' and c.relname ~ '^account_[0-9]+$'`)
      expect(shards.rows).toEqual([{ all: 2, isolated: 2 }])
    })
  })

  it('keeps all foreign keys, and no trigger', async () => {
    expect(await rows(foreignKeys)).toEqual(before.keys)
    const triggers = `
      select tgname
      from pg_trigger
      where not tgisinternal and tgrelid in (select logicalrelid from pg_dist_partition)`
    expect(await rows(triggers)).toEqual([])
  })

  it('has row-level security forced again after shards were moved', async () => {
    await rows('alter table account no force row level security')
    expect(await run()).toEqual([
      'Row-level security of account applies to its owner again.',
      expect.stringMatching(/^\d+ tables/),
    ])
    expect(await rows(`select relforcerowsecurity as forced from pg_class where oid = 'account'::regclass`)).toEqual([
      { forced: true },
    ])
  })

  it('includes a table that a later migration adds', async () => {
    await withConnection(database.owner, (client) =>
      client.query(`
        create table added (client_id uuid primary key references client (client_id));
        call app.fence('added')`),
    )
    expect(await run()).toEqual(['Distributed added by client_id.', expect.stringMatching(/^\d+ tables/)])
  })
})

const foreignKeys = `
  select k.conrelid::regclass::text as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace
  order by 1, 2`

describe('distributing a database is refused with a one-sentence message', () => {
  beforeEach(async () => {
    database = await createEmptyDatabase()
  })
  afterEach(() => database.close())

  it('if the Citus extension is missing', async () => {
    expect(await refusal()).toMatch(/^The database of DATABASE_URL has no Citus: /)
  })

  it('if the cluster has no workers', async () => {
    await runOnEachNode('all', database.owner.database, (client) => client.query('create extension citus'))
    expect(await refusal()).toMatch(/^The Citus cluster has no workers: /)
  })

  it('if the command is run on a worker', async () => {
    await joinNodes(database.owner.database)
    const [worker] = inject('workers')
    const there = { owner: { ...database.owner, ...worker }, app: { ...database.app, ...worker } }
    expect(await refusal(there)).toMatch(/^DATABASE_URL leads to a worker of the Citus cluster: /)
  })

  it('if a worker cannot be reached', async () => {
    await joinNodes(database.owner.database)
    await rows(`update pg_dist_node set nodename = '/nowhere' where groupid = 2`)
    expect(await refusal()).toMatch(/^The worker \/nowhere:5432 cannot be reached: /)
  })

  it("if the portal's role cannot log in on a worker", async () => {
    await joinNodes(database.owner.database)
    await withRoleOfCoordinator(async (role) => {
      const app = { ...database.app, user: role as Login['user'] }
      expect(await refusal({ ...database, app })).toMatch(
        new RegExp(`^The role ${role} cannot log in on the worker .*does not exist`),
      )
    })
  })
})

describe('starting on a distributed database', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase()
    await migrate(database.owner)
    await joinNodes(database.owner.database)
    await run()
    await runOnEachNode('all', 'postgres', (client) => client.query('grant portal_app to portal_owner'))
  })
  afterAll(async () => {
    await runOnEachNode('all', 'postgres', (client) => client.query('revoke portal_app from portal_owner'))
    await database.close()
  })

  it('is refused with a one-sentence message if the Citus extension is too old', async () => {
    const setVersion = (version: string) =>
      rows(`update pg_extension set extversion = '${version}' where extname = 'citus'`)
    const [{ version }] = (await rows(`select extversion as version from pg_extension where extname = 'citus'`)) as [
      { version: string },
    ]
    await setVersion('12.1-1')
    try {
      expect(await start()).toMatch(/^The database of DATABASE_URL has Citus 12\.1-1, which is too old: .*\n$/)
    } finally {
      await setVersion(version)
    }
  })

  it('is refused with a one-sentence message if the portal cannot log in on a worker', async () => {
    await withRoleOfCoordinator(async (role) => {
      await runOnEachNode('coordinator', 'postgres', (client) => client.query(`grant portal_app to ${role}`))
      const refused = new RegExp(`^The role ${role} cannot log in on the worker .*does not exist.*\n$`)
      expect(await start({ ...database.app, user: role as Login['user'] })).toMatch(refused)
    })
  })

  it('is refused with a one-sentence message if no worker can be reached, and continues once a worker can be reached', async () => {
    const lose = (nodes: string) => rows(`update pg_dist_node set nodename = '/nowhere' || groupid where ${nodes}`)
    await lose('groupid = 2')
    const check = (owner: Client) => checkCluster(owner, database.app)
    expect(await withConnection(database.owner, check)).toEqual(['/nowhere2:5432'])
    await lose('groupid = 1')
    expect(await start()).toMatch(/^The worker \/nowhere1:5432 cannot be reached: .*\n$/)
  })

  it('is refused with a one-sentence message if the Citus extension is missing', async () => {
    await rows('drop extension citus cascade')
    expect(await start()).toMatch(/^The database of DATABASE_URL has no Citus: .*\n$/)
  })
})

async function start(app?: Login): Promise<string> {
  const addressOf = ({ user, host, port, database: name }: Login) =>
    `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const { code, stdout, stderr } = await runProgram('server/main.ts', {
    MODE: 'test',
    PORT: '0',
    SERVER_SECRET: randomUUID() + randomUUID(),
    DATABASE_URL: addressOf(database.owner),
    ...(app && { DATABASE_APP_URL: addressOf(app) }),
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  return stderr
}

async function withRoleOfCoordinator(work: (role: string) => Promise<void>): Promise<void> {
  const role = `app_${randomUUID().slice(0, 8)}`
  // Uses the database `postgres`. In the portal's database, Citus would create the role on the workers too.
  await runOnEachNode('coordinator', 'postgres', (client) => client.query(`create role ${role} login`))
  try {
    await work(role)
  } finally {
    await runOnEachNode('coordinator', 'postgres', (client) => client.query(`drop role ${role}`))
  }
}

async function run(): Promise<string[]> {
  const lines: string[] = []
  await distribute(database, (line) => lines.push(line))
  return lines
}

async function refusal(as: Pick<typeof database, 'owner' | 'app'> = database): Promise<string> {
  const reason: unknown = await distribute(as, () => undefined).catch((error: unknown) => error)
  return reason instanceof StartError ? reason.message : `not refused: ${String(reason)}`
}

async function addClients(): Promise<string[]> {
  const clients = Array.from({ length: 8 }, () => randomUUID())
  for (const [place, client] of clients.entries()) {
    await rows(`insert into client (client_id, code, name) values ('${client}', 'client${place}', 'Client ${place}')`)
    await rows(`
      insert into account (client_id, email, user_type) values ('${client}', 'person${place}@example.com', 'employee')`)
  }
  return clients
}

async function rows(query: string): Promise<object[]> {
  return withConnection({ ...database.owner, user: 'postgres' }, async (client) => (await client.query(query)).rows)
}
