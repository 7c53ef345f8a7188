import { withConnection } from '../database/bootstrap.ts'
import { clientId as asClientId } from '../contract/ids.ts'
import { setClientStatement } from '../database/set-client.ts'
import { signInEmployer } from './sign-in-employer.ts'
import { signInPensionChoosers } from './sign-in-pension-members.ts'
import { type Engine, type PostgresAndCitus, loginTo, startPostgresAndCitus, vacuum } from './postgres-and-citus.ts'
import { median } from './measure.ts'
import { preparePensionChanges } from './change-pensions.ts'
import { ask, type Person, type RunningPortal, startPortal } from './running-portal.ts'
import { type TimeUsed, measureTime, sum } from './measure-time.ts'
import { joiners, uploadAs } from './upload-files.ts'

const rounds = 4
const slowRounds = 2
const warmUpMs = 5_000
const delayMs = 0.5
const smallClients = 100
/** Number of employees who choose and read benefits, all of one client or each of a different client. */
const choosers = 20

/** A block of calls that is measured as a whole. Results are per call. */
type Load = {
  name: string
  calls: number
  /** Quick calls are repeated before the rounds, until V8 has compiled them. */
  isQuick: boolean
  prepare: () => Promise<() => Promise<unknown>>
}

type Side = { portal: RunningPortal; engine: Engine; loads: Load[] }
type Measured = { name: string; statements: number; one: TimeUsed; three: TimeUsed; ratio: TimeUsed }

/** Compares the portal on one PostgreSQL with the portal on a Citus cluster with two workers. */
export async function measureSeveralMachines({
  people,
  ports,
  say,
}: {
  people: number
  ports: readonly [number, number, number]
  say: (line: string) => void
}): Promise<number> {
  const engines = await startPostgresAndCitus({ delayMs })
  try {
    const cases = {
      large: [['large', people]],
      hundred: Array.from({ length: smallClients }, (_, at) => [`client-${at + 1}`, Math.round(people / smallClients)]),
    } satisfies Record<string, [string, number][]>
    const near: Measured[][] = []
    let far: Measured[] = []
    for (const [database, clients] of Object.entries(cases)) {
      const names = clients.map(([name]) => name)
      await engines.fill(database, clients)
      say(`${database}: ${people} people of ${clients.length} clients`)
      near.push(await compare(engines, { database, names, people, ports, rounds, network: 'near', say }))
      if (database !== 'large') continue
      say(await roundTrips(engines, database))
      const slow = await engines.slowDown(database)
      far = await compare(slow, { database, names, people, ports, rounds: slowRounds, network: 'far', say })
      say(await roundTrips(slow, database))
    }
    say(`Milliseconds of clock time (processor time of portal and databases), ${rounds} rounds\n${table(near)}`)
    say(`With ${2 * delayMs} ms a round trip to and between the nodes, ${slowRounds} rounds\n${table([far])}`)
    return 0
  } finally {
    await engines.stop()
  }
}

async function compare(
  engines: Pick<PostgresAndCitus, 'one' | 'three'>,
  {
    database,
    names,
    people,
    ports,
    rounds: count,
    network,
    say,
  }: {
    database: string
    names: readonly string[]
    people: number
    ports: readonly [number, number, number]
    rounds: number
    network: 'near' | 'far'
    say: (line: string) => void
  },
): Promise<Measured[]> {
  const open = async (engine: Engine, port: number): Promise<Side> => {
    const portal = await startPortal({ login: loginTo(engine, database), port })
    await vacuum(engine, database)
    const lasting = { ...portal, renewSessions: () => Promise.resolve() }
    return { portal, engine, loads: await loadPerMachine(lasting, { names, people, set: network }) }
  }
  const one = await open(engines.one, ports[0])
  const three = await open(engines.three, ports[1])
  try {
    const measured: Measured[] = []
    for (const [at, load] of one.loads.entries()) {
      const other = three.loads[at]
      if (!other) throw new Error(`${load.name} has no counterpart`)
      const sides = { one: { ...one, load }, three: { ...three, load: other } }
      if (load.isQuick) for (const side of Object.values(sides)) await warmUp(side.load)
      const spent: Record<keyof typeof sides, TimeUsed>[] = []
      for (let round = 0; round < count; round += 1) {
        const found: Partial<Record<keyof typeof sides, TimeUsed>> = {}
        for (const name of round % 2 === 0 ? (['one', 'three'] as const) : (['three', 'one'] as const))
          found[name] = await spentBy(sides[name])
        spent.push(found as Record<keyof typeof sides, TimeUsed>)
      }
      const row: Measured = {
        name: load.name,
        statements: await statementsOf(sides.one),
        one: middleOf(spent.map((round) => round.one)),
        three: middleOf(spent.map((round) => round.three)),
        ratio: {
          clock: median(spent.map((round) => round.three.clock / round.one.clock)),
          processor: sum(spent.map((round) => round.three.processor)) / sum(spent.map((round) => round.one.processor)),
        },
      }
      measured.push(row)
      say(`${database}, ${network}: ${row.name}  ${cellsOf(row).join('  ')}`)
    }
    return measured
  } finally {
    await Promise.all([one.portal.close(), three.portal.close()])
  }
}

async function warmUp({ prepare }: Load): Promise<void> {
  for (const until = performance.now() + warmUpMs; performance.now() < until;) await (await prepare())()
}

type OneSide = { portal: RunningPortal; engine: Engine; load: Load }

async function spentBy({ portal, engine, load: { calls, prepare } }: OneSide): Promise<TimeUsed> {
  await portal.renewSessions()
  const work = await prepare()
  const { spent } = await measureTime([portal.product.pid, ...engine.pids], work)
  return { clock: spent.clock / calls, processor: spent.processor / calls }
}

async function statementsOf({ portal, engine, load: { calls, prepare } }: OneSide): Promise<number> {
  await portal.renewSessions()
  const work = await prepare()
  return withConnection(loginTo(engine, 'postgres')('postgres'), async (client) => {
    await client.query('select pg_stat_statements_reset()')
    await work()
    const { rows } = await client.query<{ calls: number }>(
      `select sum(calls)::integer as calls from pg_stat_statements where userid = 'portal_app'::regrole`,
    )
    return (rows[0]?.calls ?? 0) / calls
  })
}

function middleOf(spent: readonly TimeUsed[]): TimeUsed {
  return {
    clock: median(spent.map(({ clock }) => clock)),
    processor: sum(spent.map(({ processor }) => processor)) / spent.length,
  }
}

export async function loadPerMachine(
  portal: RunningPortal,
  {
    names,
    people,
    set,
  }: { names: readonly string[]; people: number; /** Prefix for the names of uploaded people. */ set: string },
): Promise<Load[]> {
  const employers: Person[] = []
  const employees: Person[] = []
  const used = names.slice(0, choosers)
  for (const name of used) {
    employers.push(await signInEmployer(portal.signIn, name))
    employees.push(...(await signInPensionChoosers(portal.signIn, choosers / used.length, name)))
  }
  const call = async ({ headers }: Person, path: string, body?: '') =>
    (await ask(portal, { path, headers, ...(body !== undefined && { body }) })).body()
  const quick = (name: string, calls: number, call: (index: number) => Promise<unknown>): Load => {
    let index = 0
    const work = async () => {
      for (let done = 0; done < calls; done += 1) await call(index++)
    }
    return { name, calls, isQuick: true, prepare: () => Promise.resolve(work) }
  }
  const choose = await preparePensionChanges(portal, employees)
  const today = await portal.today()
  let uploads = 0
  return [
    quick('Page of the employee list', 200, (index) => {
      const employer = at(employers, index)
      return call(employer, `/api/v2/client/${employer.clientId}/employees?range=25`)
    }),
    quick('Benefits list of an employee', 100, (index) => call(at(employees, index), '/api/v1/benefits/user/eligible')),
    quick('Choosing a benefit', 100, async (index) => {
      const failure = await choose(index)
      if (failure !== undefined) throw new Error(`A choice failed: ${failure}`)
    }),
    {
      name: `Upload of ${people / 10 / names.length} joiners`,
      calls: employers.length,
      isQuick: false,
      prepare: () => {
        uploads += 1
        const files = employers.map((employer, place) => ({
          employer,
          content: joiners(`${set}${uploads}c${place}`, Math.max(1, Math.round(people / 10 / names.length)), today),
        }))
        return Promise.resolve(() => uploadAll(portal, files))
      },
    },
    {
      name: 'Payroll lock',
      calls: employers.length,
      isQuick: false,
      prepare: async () => {
        const locks: (() => Promise<unknown>)[] = []
        for (const employer of employers) {
          const runs = `/api/v2/client/${employer.clientId}/payroll-runs`
          const open = (JSON.parse(await call(employer, runs)) as Run[]).filter(({ state }) => state === 'open')
          const [largest] = open.toSorted((a, b) => b.lineCount - a.lineCount)
          if (!largest) throw new Error('No run is open')
          locks.push(() => call(employer, `${runs}/${largest.runId}/lock`, ''))
        }
        return async () => {
          for (const lock of locks) await lock()
        }
      },
    },
  ]
}

type Run = { runId: string; state: 'open' | 'locked'; lineCount: number }

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('The list is empty')
  return item
}

async function uploadAll(
  portal: RunningPortal,
  files: readonly { employer: Person; content: string }[],
): Promise<void> {
  const left = files.values()
  const uploadNext = async () => {
    for (const { employer, content } of left) await uploadAs(employer, portal, content)
  }
  await Promise.all(Array.from({ length: 4 }, uploadNext))
}

async function roundTrips({ one, three }: Pick<PostgresAndCitus, 'one' | 'three'>, database: string): Promise<string> {
  const [onOne, onThree] = [await timesOn(one, database), await timesOn(three, database)]
  const row = (name: string, of: (times: typeof onOne) => number) =>
    `${name.padEnd(52)} one machine ${of(onOne).toFixed(2)} ms, three nodes ${of(onThree).toFixed(2)} ms`
  return [
    row('select 1', ({ local }) => local),
    row('select of one account by its key', ({ statement }) => statement),
    row('a transaction of an update of one account, with commit', ({ transaction }) => transaction),
  ].join('\n')
}

async function timesOn(engine: Engine, database: string) {
  const [account] = await withConnection(loginTo(engine, database)('postgres'), async (client) => {
    const { rows } = await client.query<{ client: string; person: string }>(
      'select client_id as client, person_id as person from account order by person_id limit 1',
    )
    return rows
  })
  if (!account) throw new Error('There is no account')
  const values = [account.client, account.person]
  const key = 'where client_id = $1 and person_id = $2'
  const enter = `begin; ${setClientStatement(asClientId.parse(account.client))}`
  return withConnection(loginTo(engine, database)('portal_app'), async (client) => {
    const local = await timed(() => client.query({ name: 'local', text: 'select 1' }))
    await client.query(enter)
    const statement = await timed(() =>
      client.query({ name: 'select', text: `select email from account ${key}`, values }),
    )
    await client.query('rollback')
    const transaction = await timed(async () => {
      await client.query(enter)
      await client.query({ name: 'update', text: `update account set email = email ${key}`, values })
      await client.query('commit')
    })
    return { local, statement, transaction }
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const repetitions = 500
  for (let done = 0; done < 50; done += 1) await work()
  const started = performance.now()
  for (let done = 0; done < repetitions; done += 1) await work()
  return (performance.now() - started) / repetitions
}

function cellsOf({ one, three, ratio, statements }: Measured): string[] {
  const pair = ({ clock, processor }: TimeUsed, digits: number) =>
    `${clock.toFixed(digits)} (${processor.toFixed(digits)})`
  const digits = one.clock < 100 ? 1 : 0
  return [pair(one, digits), pair(three, digits), pair(ratio, 1), statements.toFixed(0)]
}

function table([large = [], many]: readonly Measured[][]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const heading = (clients: string) =>
    ['one machine', 'three nodes', 'ratio', 'statements'].map((each) => `${clients}: ${each}`)
  const headings = ['', ...heading('1 client'), ...(many ? heading(`${smallClients} clients`) : [])]
  return [
    row(headings),
    `|${'---|'.repeat(headings.length)}`,
    ...large.map((left, place) => {
      const right = many?.[place]
      const name = right && right.name !== left.name ? `${left.name}; ${right.name}` : left.name
      return row([name, ...cellsOf(left), ...(right ? cellsOf(right) : [])])
    }),
  ].join('\n')
}
