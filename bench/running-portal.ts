import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Login } from '../database/bootstrap.ts'
import { dailyJobs } from '../server/daily-jobs.ts'
import { type BenchRequest, send } from './send-load.ts'
import { type ServerProcess, startProcess } from './start-process.ts'
import { serverSecret } from './server-secret.ts'

export const password = 'Quartz&94Wren-Loft'

const renewAfterMs = 5 * 60 * 1_000

/** `headers` stays the same object when the session is renewed. */
export type Person = { personId: string; clientId: string; email: string; headers: Record<string, string> }

export type RunningPortal = {
  product: ServerProcess
  /** Undefined if the web process also does the worker's tasks. */
  worker: ServerProcess | undefined
  startProduct: (options?: { reportsMemory: boolean }) => Promise<ServerProcess>
  connect: (user: Login['user']) => Promise<Client>
  /** Runs a query as superuser, without row-level security. */
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  today: () => Promise<string>
  /** Logs in the people whose ids the query returns as `id`. */
  signIn: (text: string, values?: unknown[]) => Promise<Person[]>
  /** Logs in again if a session is older than five minutes, because a token is valid for ten. */
  renewSessions: () => Promise<void>
  close: () => Promise<void>
}

export async function ask(
  { product, renewSessions }: Pick<RunningPortal, 'product' | 'renewSessions'>,
  request: BenchRequest,
): ReturnType<typeof send> {
  await renewSessions()
  const answer = await send(product.port, request)
  if (answer.status >= 300) throw new Error(`${request.path} answered ${answer.status}: ${answer.body()}`)
  return answer
}

export async function startPortal({
  login,
  port,
  separateWorker = false,
}: {
  login: (user: Login['user']) => Login
  port: number
  separateWorker?: boolean
}): Promise<RunningPortal> {
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
  const start = (role: 'all' | 'web' | 'worker', options?: { reportsMemory: boolean }) =>
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
  const startProduct: RunningPortal['startProduct'] = (options) => start(separateWorker ? 'web' : 'all', options)
  const product = await startProduct({ reportsMemory: !separateWorker })
  const worker = separateWorker ? await start('worker') : undefined
  // Daily jobs are not measured. With thousands of people they would slow the first benchmark.
  await untilJobsAreDone(query)

  const signedIn = new Map<string, Person & { site: string; since: number }>()
  const renewDue = async () => {
    for (const person of signedIn.values()) {
      if (performance.now() - person.since < renewAfterMs) continue
      Object.assign(person.headers, await headersFor(port, person))
      person.since = performance.now()
    }
  }
  // Logins run one after another, because a person with too many sessions loses the oldest.
  let renewal = Promise.resolve()
  const renewSessions = () => (renewal = renewal.then(renewDue))
  const signIn = async (text: string, values: unknown[] = []): Promise<Person[]> => {
    const found = await query<{ id: string }>(text, values)
    const accounts = await query<{ personId: string; clientId: string; email: string; site: string }>(
      `select a.person_id as "personId", a.client_id as "clientId", a.email, c.name as site
       from account a
       join client_address c on c.client_id = a.client_id
       where a.person_id = any($1)
       order by 1`,
      [found.map(({ id }) => id)],
    )
    const people: Person[] = []
    for (const account of accounts) {
      const person = signedIn.get(account.personId) ?? { ...account, headers: {}, since: -Infinity }
      signedIn.set(person.personId, person)
      people.push(person)
    }
    await renewSessions()
    return people
  }
  return {
    product,
    worker,
    startProduct,
    connect,
    query,
    today: async () =>
      (await query<{ today: string }>('select today::text as today from app.present()'))[0]?.today ?? '',
    signIn,
    renewSessions,
    close: async () => {
      await Promise.all(clients.map((client) => client.end()))
      await Promise.all([product.stop(), worker?.stop()])
    },
  }
}

async function untilJobsAreDone(query: RunningPortal['query']): Promise<void> {
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
  // Refreshes the planner's statistics, because the jobs have written rows.
  await query('analyze')
}

function addressOf({ host, port, user, database }: Login): string {
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function headersFor(
  port: number,
  { email, site }: { email: string; site: string },
): Promise<Record<string, string>> {
  const host = `${site}.localhost:${port}`
  const answer = await send(port, {
    path: '/api/login',
    headers: { host },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token } = JSON.parse(answer.body()) as { access_token?: string }
  if (!token) throw new Error(`${email} could not sign in: ${answer.body()}`)
  return { host, authorization: `Bearer ${token}`, 'x-bearer-token': `Bearer ${token}` }
}
