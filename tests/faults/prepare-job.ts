import type { ClientBase, ClientConfig } from 'pg'
import type { ClientId } from '../../contract/ids.ts'
import { openDatabase, type PortalDatabase } from '../../database/database.ts'
import { openPool } from '../../database/postgres.ts'
import { processUploads } from '../../features/data-uploads/process-uploads.server.ts'
import { applyScheme } from '../../features/scheme/apply-scheme.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { schemeSecrets } from '../../features/session/scheme-secrets.server.ts'
import { runDailyJobs } from '../../platform/daily-jobs.ts'
import { dailyJobs } from '../../server/daily-jobs.ts'
import { buildPortal } from '../../server/portal.ts'

export type Job =
  | { name: 'process uploads' }
  | { name: 'run daily jobs'; portion: number }
  | { name: 'apply a folder'; folder: string; portion: number }
  | { name: 'lock a run'; clientId: ClientId; runId: string; key: string; account: { email: string; password: string } }

/** Receives the number of statements sent so far, including the current one. */
export type Watch = {
  beforeSending?: (statements: number) => void
  afterSending?: (statements: number) => void
  /** The job waits for this function after each commit. */
  afterCommit?: (statements: number) => Promise<void>
}

export type Prepared = {
  work: () => Promise<void>
  sent: () => number
  end: () => Promise<void>
}

export async function prepareJob(
  job: Job,
  { login, serverSecret, watch = {} }: { login: ClientConfig; serverSecret: Buffer; watch?: Watch },
): Promise<Prepared> {
  let statements = 0
  let counts = false
  const pool = openPool(login, { size: 2, patience, onError: () => undefined })
  pool.on('connect', (client) =>
    watchStatements(client, (text, send) => {
      if (!counts) return send()
      statements += 1
      watch.beforeSending?.(statements)
      const answer = send()
      watch.afterSending?.(statements)
      if (text !== 'commit' || !watch.afterCommit) return answer
      return Promise.resolve(answer).then(async (committed) => {
        await watch.afterCommit?.(statements)
        return committed
      })
    }),
  )
  const db = openDatabase(pool)
  const { work, end } = await workOf(job, { db, serverSecret })
  return {
    work: () => {
      counts = true
      return work()
    },
    sent: () => statements,
    end: async () => {
      await end?.()
      await pool.end()
    },
  }
}

/** A busy machine may be slow, so these limits only end calls that hang. */
const patience = {
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 60_000,
  connectionTimeoutMs: 60_000,
}

function watchStatements(client: ClientBase, watch: (text: unknown, send: () => unknown) => unknown): void {
  // Replaces all overloads of the driver's `query` and passes every argument on.
  const watched = client as unknown as { query: (...sent: unknown[]) => unknown }
  const send = watched.query.bind(client)
  watched.query = (...sent) => watch(textOf(sent[0]), () => send(...sent))
}

function textOf(statement: unknown): unknown {
  return typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement
}

type Means = { db: PortalDatabase; serverSecret: Buffer }
type Work = { work: () => Promise<void>; end?: () => Promise<void> }

async function workOf(job: Job, { db, serverSecret }: Means): Promise<Work> {
  switch (job.name) {
    case 'process uploads':
      return { work: () => untilFault((onFault) => processUploads({ db, onFault })) }
    case 'run daily jobs': {
      const jobs = dailyJobs(serverSecret)
      return {
        work: () =>
          untilFault((onFault, leaving) => runDailyJobs({ db, jobs, portion: job.portion, onFault }, leaving)),
      }
    }
    case 'apply a folder':
      return {
        work: async () => {
          const outcome = await applyScheme(db, { ...job, secrets: schemeSecrets(serverSecret, 'test') })
          if ('faults' in outcome) throw new Error(outcome.faults.map(showFault).join('\n'))
        },
      }
    case 'lock a run':
      return lockOf(job, { db, serverSecret })
  }
}

async function untilFault(
  run: (onFault: (fault: { error: unknown }) => void, leaving: AbortSignal) => Promise<void>,
): Promise<void> {
  const leaving = new AbortController()
  let first: { error: unknown } | undefined
  await run((fault) => {
    first ??= fault
    leaving.abort()
  }, leaving.signal)
  if (first) throw first.error
}

async function lockOf(
  { clientId, runId, key, account }: Extract<Job, { name: 'lock a run' }>,
  { db, serverSecret }: Means,
): Promise<Work> {
  const app = await buildPortal({
    db,
    mode: 'test',
    serverSecret: [serverSecret],
    fixedSite: 'demo',
    trustedHops: 0,
    https: false,
    logger: false,
  })
  const post = async (url: string, headers: Record<string, string>, payload?: object) => {
    const request = { method: 'POST', url, headers: { host: 'demo.localhost', ...headers } } as const
    const answer = await app.inject({ ...request, ...(payload && { payload }) })
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer
  }
  const token = `Bearer ${(await post('/api/login', {}, account)).json<{ access_token: string }>().access_token}`
  const headers = { authorization: token, 'x-bearer-token': token, 'idempotency-key': key }
  return {
    work: async () => void (await post(`/api/v2/client/${clientId}/payroll-runs/${runId}/lock`, headers)),
    end: () => app.close(),
  }
}
