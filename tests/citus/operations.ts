/** Runs operations on a working Citus cluster. Exits with 1 if an operation loses writes or disturbs other clients. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withConnection, type Login } from '../../database/bootstrap.ts'
import { setClock } from '../../database/clock.ts'
import { openDatabase } from '../../database/database.ts'
import { distribute } from '../../database/distribute.ts'
import { openPool } from '../../database/postgres.ts'
import { applyScheme } from '../../features/scheme/apply-scheme.server.ts'
import { schemeSecrets } from '../../features/session/scheme-secrets.server.ts'
import { Ledger } from '../faults/acknowledged-writes.ts'
import { replyTo, send, type PortalSite, type ObservedReply } from '../faults/repeated-changes.ts'
import { writeDemoOfFew } from '../harness/demo-with-few-people.ts'
import { freePort, startServer } from '../harness/server-process.ts'
import { daniel } from '../harness/uploaded-people.ts'
import { formWithFile, peopleFile } from '../harness/uploads.ts'
import { worldMoment } from '../harness/world.ts'
import { peopleOf, whilePeopleWork, type People } from './people-at-work.ts'
import { database, startOwnCluster, type ClusterNode } from './own-cluster.ts'

const sites = ['york', 'leeds', 'derby']
const secret = 'q7Xw2mPz9LkT4vRb8NcY3hJd6FsG1aEu'
const writesAround = 10
/** An outage lasts until this many requests were refused. */
const refusedMeanwhile = 20
const betweenLooksMs = 50
const blockedWithinMs = 60_000

const folder = await mkdtemp(join(tmpdir(), 'operations-'))
const cluster = await startOwnCluster(loadClients)
await cluster.rows('grant portal_app to portal_owner')
const address = (user: Login['user']) =>
  `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(cluster.login(user).host)}`
const server = await startServer({
  PORT: String(await freePort()),
  MODE: 'test',
  MAIL: 'off',
  SERVER_SECRET: secret,
  DATABASE_URL: address('portal_owner'),
  DATABASE_APP_URL: address('portal_app'),
}).catch(async (error: unknown) => {
  await cluster.stop()
  throw error
})
const ledger = new Ledger(join(folder, 'ledger'))
let people: People[] = []
let failures = 0

try {
  await allowMoves()
  await separate()
  const [first, second] = await workers()
  if (!first || !second) throw new Error('The cluster has two workers')
  // The third worker gets one of two clients; york stays where it is.
  await move('york', first)
  await move('leeds', second)
  await move('derby', second)
  people = await Promise.all(sites.map((site) => peopleOf(server.address, site)))

  const third = await cluster.startFurther('worker-3')
  await operate('add a worker', async () => {
    await cluster.rows('select citus_add_node($1, $2)', [third.address.host, third.address.port])
    await distributeAgain()
  })
  await allowMoves()
  await operate('spread clients over all workers (citus_rebalance_start)', async () => {
    await cluster.rows('select citus_rebalance_start()')
    await cluster.rows('select citus_rebalance_wait()')
  })
  await move('derby', second)
  await operate('move a large client to another node (citus_move_shard_placement)', () => move('derby', third))
  // In most runs, both clients are already on these workers.
  await move('york', first)
  await move('leeds', second)
  await distributeAgain()

  await operate('lose a worker during a payroll lock, and start it again', loseDuringLock, ['leeds'])
  await operate('lose a worker while an upload is applied, and start it again', loseDuringUpload, ['leeds'])
} finally {
  await server.stop()
  ledger.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}
if (failures > 0) {
  console.error(`${failures} operations broke a promise.`)
  process.exitCode = 1
}

async function loadClients(app: Login): Promise<void> {
  const ahead = `${Date.parse(worldMoment) - Date.now()} milliseconds`
  await withConnection({ ...app, user: 'portal_owner' }, (owner) => setClock(owner, { mode: 'test', ahead }))
  const patienceMs = 60_000
  const patience = {
    statementTimeoutMs: patienceMs,
    lockTimeoutMs: patienceMs,
    idleInTransactionTimeoutMs: patienceMs,
    connectionTimeoutMs: patienceMs,
  }
  const db = openDatabase(openPool(app, { size: 2, patience, onError: () => undefined }))
  const few = await writeDemoOfFew(join(folder, 'few'))
  for (const site of sites) {
    const scheme = join(folder, site)
    await cp(few, scheme, { recursive: true })
    const file = join(scheme, 'client.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).replace('addresses: [demo]', `addresses: [${site}]`))
    const result = await applyScheme(db, { folder: scheme, secrets: schemeSecrets([Buffer.from(secret)], 'test') })
    if ('faults' in result) throw new Error(JSON.stringify(result.faults))
  }
  await db.destroy()
}

async function operate(name: string, work: () => Promise<string | void>, lost: readonly string[] = []): Promise<void> {
  const before = await placements()
  const gone = new Set(
    lost.flatMap((site) => sites.filter((each) => before.get(each)?.node === before.get(site)?.node)),
  )
  let remark: string | void = undefined
  const {
    acknowledged,
    found,
    lost: missing,
    doubled,
  } = await whilePeopleWork(people, ledger, async () => {
    await furtherWrites()
    remark = await work()
    await furtherWrites()
  })
  const after = await placements()
  const isConcerned = ({ site }: People) =>
    gone.has(site) || JSON.stringify(before.get(site)) !== JSON.stringify(after.get(site))
  const [concerned, others] = [people.filter(isConcerned), people.filter((each) => !isConcerned(each))]
  const isRight = missing === 0 && doubled === 0 && refusals(others) === 0 && errors(people).length === 0
  if (!isRight) failures += 1
  console.log(
    [
      `${name} — acknowledged ${acknowledged} writes, found ${found}, lost ${missing}, doubled ${doubled}`,
      `other clients (${namesOf(others)}): ${noticed(others)}`,
      concerned.length > 0 && `${gone.size > 0 ? 'lost' : 'moved'} (${namesOf(concerned)}): ${noticed(concerned)}`,
      remark,
      !isRight &&
        `WRONG ${errors(people)
          .map(({ status, text }) => `${status} ${text}`)
          .join()}\n${server.output()}`,
    ]
      .filter(Boolean)
      .join('; '),
  )
}

async function furtherWrites(): Promise<void> {
  const enough = ledger.count + writesAround
  while (ledger.count < enough) await once(ledger, 'acknowledged')
}

function namesOf(people: readonly People[]): string {
  return people.map(({ site }) => site).join(' and ') || 'none'
}

function noticed(people: readonly People[]): string {
  const all = people.flatMap(({ seen }) => seen)
  const longest = (of: number[]) => `${Math.round(Math.max(0, ...of))} ms`
  const refused = all.filter(({ status }) => status === 503)
  return [
    `longest wait ${longest(all.map(({ waitedMs }) => waitedMs))}`,
    `refused with 503: ${refused.length}${refused.length > 0 ? ` (each within ${longest(refused.map(({ ms }) => ms))})` : ''}`,
    `other errors: ${errors(people).length}`,
  ].join(', ')
}

function refusals(people: readonly People[]): number {
  return people.flatMap(({ seen }) => seen).filter(({ status }) => status === 503).length
}

function errors(people: readonly People[]): ObservedReply[] {
  return people
    .flatMap(({ seen }) => seen)
    .filter(({ status, retryAfter }) => (status === 503 ? retryAfter === undefined : status !== 200 && status !== 401))
}

type Placement = { site: string; id: string; shard: string; node: string; port: number }

async function placements(): Promise<Map<string, Placement>> {
  const rows = await cluster.rows<Placement>(`
    select a.name as site, a.client_id as id, s.shardid as shard, s.nodename as node, s.nodeport as port
    from client_address a
    join citus_shards s on s.shardid = get_shard_id_for_distribution_column('client', a.client_id)`)
  return new Map(rows.map((row) => [row.site, row]))
}

async function placementOf(site: string): Promise<Placement> {
  const found = (await placements()).get(site)
  if (!found) throw new Error(`There is no client ${site}`)
  return found
}

async function workers(): Promise<ClusterNode[]> {
  const rows = await cluster.rows<{ host: string }>(
    'select nodename as host from pg_dist_node where groupid <> 0 order by nodeid',
  )
  return rows.map((row) => cluster.nodeOf(row))
}

async function distributeAgain(): Promise<void> {
  await distribute({ owner: cluster.login('portal_owner'), app: cluster.login('portal_app') }, () => undefined)
}

/** Stops forcing row-level security, which prevents moves, until `distribute` runs again. */
async function allowMoves(): Promise<void> {
  const tables = await cluster.rows<{ statement: string }>(`
    select format('alter table %s no force row level security', p.logicalrelid) as statement
    from pg_dist_partition p
    join pg_class c on c.oid = p.logicalrelid
    where c.relforcerowsecurity`)
  for (const { statement } of tables) await cluster.rows(statement)
}

/** Gives clients that share a shard separate shards, so that they can be on different workers. */
async function separate(): Promise<void> {
  for (const site of sites) {
    const { shard } = await placementOf(site)
    const sharing = [...(await placements()).values()].filter((each) => each.shard === shard)
    if (sharing.length > 1) await isolate(site)
  }
}

/** Moves a client to a separate shard. Nobody uses the portal meanwhile, because all clients would wait (docs/scaling.md). */
async function isolate(site: string): Promise<void> {
  const { id } = await placementOf(site)
  await cluster.rows(`select isolate_tenant_to_new_shard('client', $1::uuid, 'CASCADE', 'block_writes')`, [id])
}

async function move(site: string, to: ClusterNode): Promise<void> {
  const { shard, node, port } = await placementOf(site)
  if (node === to.address.host) return
  await removeFormerCopies()
  await cluster.rows('select citus_move_shard_placement($1, $2, $3, $4, $5)', [
    shard,
    node,
    port,
    to.address.host,
    to.address.port,
  ])
}

/** Removes former copies of shards, because a shard cannot move back to a node with a former copy. */
async function removeFormerCopies(): Promise<void> {
  const left = () => cluster.rows('select from pg_dist_cleanup')
  while ((await left()).length > 0) {
    await cluster.rows('call citus_cleanup_orphaned_resources()')
    await pause(betweenLooksMs)
  }
}

async function loseDuringLock(): Promise<string> {
  const { place, token, id } = await employerOf('leeds')
  const runs = await replyTo(place, { method: 'GET', path: `/api/v2/client/${id}/payroll-runs`, token })
  const open = (runs.body as unknown as { runId: string; state: string }[]).find(({ state }) => state === 'open')
  if (!open) throw new Error('There is no open run')
  const lock = {
    method: 'POST',
    path: `/api/v2/client/${id}/payroll-runs/${open.runId}/lock`,
    token,
    key: randomUUID(),
  }
  let answered: Promise<{ status: number } | null> | undefined
  await loseWhileBlocked('payroll_line', () => (answered = send(place, lock)))
  const duringOutage = await answered
  const locked = await replyTo(place, lock)
  const rows = await cluster.rows<{ runs: number; lines: number }>(
    `select (select count(*)::int from payroll_run where client_id = $1 and period_id = $2) as runs,
            (select count(*)::int from payroll_line where client_id = $1 and period_id = $2) as lines`,
    [id, open.runId],
  )
  const [stored] = rows
  if (stored?.runs !== 1 || locked.status !== 200) failures += 1
  return `the lock got ${duringOutage?.status}, then ${locked.status}; stored: ${stored?.runs} run of ${stored?.lines} lines`
}

async function loseDuringUpload(): Promise<string> {
  const here = await uploadOf('leeds', '34567.00')
  const elsewhere = await uploadOf('york', '45678.00')
  await loseWhileBlocked('upload_row', here.confirm, async () => {
    void elsewhere.confirm()
    await elsewhere.untilStatus('confirmed')
  })
  await here.untilStatus('confirmed')
  const stored = [await here.stored(), await elsewhere.stored()]
  const isRight = stored.every(({ confirmations, salaries }) => confirmations === 1 && salaries === 1)
  if (!isRight) failures += 1
  return `york's upload was applied meanwhile, that of leeds after the return, each ${isRight ? 'once' : JSON.stringify(stored)}`
}

async function uploadOf(site: string, salary: string) {
  const { place, token, id } = await employerOf(site)
  const { headers, body } = formWithFile({
    name: 'people.csv',
    content: peopleFile([{ ...daniel, basic_salary: salary }]),
  })
  const upload = await replyTo(place, { method: 'POST', path: `/api/client/${id}/data-loads`, token, headers, body })
  const path = `/api/employee-data-uploads/${String(upload.body['id'])}`
  const untilStatus = async (wanted: string): Promise<void> => {
    for (;;) {
      const { body: view } = await replyTo(place, { method: 'GET', path, token })
      if (view['status'] === wanted) return
      if (view['status'] === 'failed') throw new Error(`The upload failed: ${JSON.stringify(view)}`)
      await pause(betweenLooksMs)
    }
  }
  await untilStatus('ready')
  return {
    untilStatus,
    confirm: () => replyTo(place, { method: 'PATCH', path, token, body: { status: 'confirmed' } }),
    stored: async () => {
      const [found] = await cluster.rows<{ salaries: number; confirmations: number }>(
        `select (select count(*)::int from employment_fact
                 where client_id = $1 and fact = 'basic-salary' and value = $2) as salaries,
                (select count(*)::int from audit_event where client_id = $1 and action = 'data-load.confirmed') as confirmations`,
        [id, salary.replace('.', '')],
      )
      return found ?? { salaries: 0, confirmations: 0 }
    },
  }
}

async function employerOf(site: string): Promise<{ place: PortalSite; token: string; id: string }> {
  const place = { address: server.address, site }
  const body = { email: 'grace.lin@demo.example', password: 'Quartz&94Wren-Loft' }
  const { body: login } = await replyTo(place, { method: 'POST', path: '/api/login', body })
  const { id } = await placementOf(site)
  return { place, token: String(login['access_token']), id }
}

async function loseWhileBlocked(
  table: string,
  begin: () => Promise<unknown>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { id, node: host } = await placementOf('leeds')
  const node = cluster.nodeOf({ host })
  const [shard] = await cluster.rows<{ name: string }>(
    `select shard_name(logicalrelid, shardid) as name
     from pg_dist_shard
     where shardid = get_shard_id_for_distribution_column($1, $2::uuid)`,
    [table, id],
  )
  await withConnection({ ...node.address, user: 'postgres', database }, async (blocker) => {
    await blocker.query('set citus.enable_manual_changes_to_shards = on')
    await blocker.query('begin')
    await blocker.query(`lock table ${shard?.name} in exclusive mode`)
    void begin()
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ '${table}_'`
    const giveUpAt = Date.now() + blockedWithinMs
    while ((await node.rows(waits)).length === 0) {
      if (Date.now() > giveUpAt) throw new Error(`Nothing waited for ${table}:\n${server.output()}`)
      await pause(betweenLooksMs)
    }
    await node.lose()
  }).catch((error: unknown) => {
    // The connection that blocks the table is lost with the node.
    if (!/Connection terminated|ECONN/.test(String(error))) throw error
  })
  await meanwhile()
  while (refusals(people) < refusedMeanwhile) await pause(betweenLooksMs)
  await node.startAgain()
}
