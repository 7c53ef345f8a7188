import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Login } from '../database/bootstrap.ts'
import { dailyJobs } from '../server/daily-jobs.ts'
import { send } from './load.ts'
import { bigClient } from './big-client.ts'
import { openPopulation, type Population } from './population.ts'
import { type ServerProcess, startProcess } from './process.ts'
import { serverSecret } from './secret.ts'

/** Password of everyone in the example world, whose scheme the bench uses. */
export const password = 'Quartz&94Wren-Loft'

const renewAfterMs = 5 * 60 * 1_000

/** `headers` stay the same object when the session is renewed. */
export type Person = { personId: string; clientId: string; email: string; headers: Record<string, string> }

export type Stage = {
  people: number
  product: ServerProcess
  /** Undefined if the product does the work behind the pages itself. */
  worker: ServerProcess | undefined
  floor: ServerProcess
  /** Port on which the floor answers with node:http alone. */
  rawPort: number
  login: Population['login']
  postgresPid: number
  startProduct: (options?: { reportsMemory: boolean }) => Promise<ServerProcess>
  startFloor: () => Promise<ServerProcess>
  /** Opens a connection for the caller, closed with the stage. */
  connect: (user: Login['user']) => Promise<Client>
  /** Runs a query as superuser, so row-level security does not apply. */
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  today: () => Promise<string>
  /** Signs in people of the big client. The query returns their ids as `id`. */
  signIn: (text: string, values?: unknown[]) => Promise<Person[]>
  /** Signs in again for each session older than five minutes, because a token lasts ten. */
  renewSessions: () => Promise<void>
  close: () => Promise<void>
}

/** Starts the population, the product and the floor as separate processes on local ports. */
export async function openStage({
  people,
  others = 50,
  separateWorker = false,
  ports,
  log,
}: {
  people: number
  /** Number of clients besides the big one. */
  others?: number
  /** Starts the work behind the pages as a process of its own. */
  separateWorker?: boolean
  /** Ports of the product, the floor, and the floor without Fastify. */
  ports: readonly [number, number, number]
  log: (line: string) => void
}): Promise<Stage> {
  const population = await openPopulation({ people, others }, log)
  const { login } = population
  const clients: Client[] = []
  const connect = async (user: Login['user']) => {
    const client = new Client(login(user))
    clients.push(client)
    await client.connect()
    return client
  }
  const superuser = await connect('postgres')
  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await superuser.query<Row>(text, values)).rows

  const [port, floorPort, rawPort] = ports
  const startPortal = (role: 'all' | 'web' | 'worker', options?: { reportsMemory: boolean }) =>
    startProcess('server/main.ts', {
      port,
      ...options,
      env: {
        MODE: 'production',
        ROLE: role,
        MAIL: 'off',
        SERVER_SECRET: serverSecret.toString(),
        DATABASE_URL: addressOf(login('portal_owner')),
        DATABASE_APP_URL: addressOf(login('portal_app')),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'error',
      },
    })
  const startProduct: Stage['startProduct'] = (options) => startPortal(separateWorker ? 'web' : 'all', options)
  const startFloor = () =>
    startProcess('bench/floor-server.ts', {
      port: floorPort,
      env: { FLOOR_DATABASE: JSON.stringify(login('postgres')), RAW_PORT: String(rawPort) },
    })
  const [product, floor] = [await startProduct({ reportsMemory: !separateWorker }), await startFloor()]
  const worker = separateWorker ? await startPortal('worker') : undefined
  // The daily jobs are not measured, and with thousands of people they take as long as the first benchmark.
  await untilJobsAreDone(query)
  log('The daily jobs are done')

  const signedIn = new Map<string, Person & { since: number }>()
  const renewSessions = async () => {
    for (const person of signedIn.values()) {
      if (performance.now() - person.since < renewAfterMs) continue
      Object.assign(person.headers, await headersFor(product.port, person.email))
      person.since = performance.now()
    }
  }
  const signIn = async (text: string, values: unknown[] = []): Promise<Person[]> => {
    const found = await query<{ id: string }>(text, values)
    const accounts = await query<{ personId: string; clientId: string; email: string }>(
      `select person_id as "personId", client_id as "clientId", email from account where person_id = any($1) order by 1`,
      [found.map(({ id }) => id)],
    )
    const people: Person[] = []
    for (const account of accounts) {
      // One session for each person, because too many sessions end the oldest.
      const person = signedIn.get(account.personId) ?? { ...account, headers: {}, since: -Infinity }
      signedIn.set(person.personId, person)
      people.push(person)
    }
    await renewSessions()
    return people
  }
  return {
    people,
    product,
    worker,
    floor,
    rawPort,
    login,
    postgresPid: population.postgres.pid,
    startProduct,
    startFloor,
    connect,
    query,
    today: async () =>
      (await query<{ today: string }>('select today::text as today from app.present()'))[0]?.today ?? '',
    signIn,
    renewSessions,
    close: async () => {
      await Promise.all(clients.map((client) => client.end()))
      await Promise.all([product.stop(), worker?.stop(), floor.stop()])
      await population.stop()
    },
  }
}

async function untilJobsAreDone(query: Stage['query']): Promise<void> {
  const due = `
    select
    from client
    where (
      select count(*)
      from daily_run
      where daily_run.client_id = client.client_id
        and ran_on = (select today from app.present())
    ) < $1`
  while ((await query(due, [dailyJobs([serverSecret]).length])).length > 0) await wait(200)
  // Refreshes the planner's statistics after the jobs have written rows.
  await query('analyze')
}

function addressOf({ host, port, user, database }: Login): string {
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function headersFor(port: number, email: string): Promise<Record<string, string>> {
  const host = `${bigClient}.localhost:${port}`
  const answer = await send(port, {
    path: '/api/login',
    headers: { host },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token } = JSON.parse(answer.body()) as { access_token?: string }
  if (!token) throw new Error(`${email} could not sign in: ${answer.body()}`)
  return { host, authorization: `Bearer ${token}`, 'x-bearer-token': `Bearer ${token}` }
}
