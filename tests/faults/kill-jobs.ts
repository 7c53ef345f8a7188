import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { TestDatabase } from '../harness/databases.ts'
import type { PlannedKill, Task } from './job-process.ts'
import { prepareJob, type Job, type Watch } from './prepare-job.ts'
import type { OwnPostgres } from './restartable-postgres.ts'

type Doing = { job: Job; database: TestDatabase; serverSecret: Buffer }

export async function runJob({ job, database, serverSecret }: Doing, watch: Watch = {}): Promise<number> {
  const { work, sent, end } = await prepareJob(job, { login: database.app, serverSecret, watch })
  await work()
  await end()
  return sent()
}

export type KillOptions = {
  round: number
  statements: Range
  postgres: OwnPostgres
  interrupted: () => Promise<void>
}

/** Kills a job's process and continues the job in another. In every third round, kills PostgreSQL instead. */
export async function killAndContinue(
  doing: Doing,
  { round, statements, postgres, interrupted }: KillOptions,
): Promise<void> {
  const kill = killAt(round, statements)
  if (round % 3 === 1) return killPostgresDuring(doing, { kill, postgres, interrupted })
  await killProcessOf(doing, kill)
  await interrupted()
  await runJob(doing)
}

export type Range = { after: number; upTo: number }

/** Steps by the golden ratio, so that a few rounds are far apart and many rounds reach all statements. */
function killAt(round: number, { after, upTo }: Range): PlannedKill {
  const share = ((round + 0.5) * 0.618_034) % 1
  return { statement: after + 1 + Math.floor(share * (upTo - after)), isSent: round % 2 === 1 }
}

async function killProcessOf({ job, database, serverSecret }: Doing, kill: PlannedKill): Promise<void> {
  const login = { ...database.app, application_name: killable }
  const task: Task = { job, login, serverSecret: serverSecret.toString('base64'), kill }
  const child = fork(join(import.meta.dirname, 'job-process.ts'), {
    env: { ...process.env, TASK: JSON.stringify(task) },
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal !== 'SIGKILL') throw new Error(`"${job.name}" ended with ${code ?? signal}`)
  // PostgreSQL first finishes the statements that the killed process has sent.
  const isConnected = `select from pg_stat_activity where datname = current_database() and application_name = '${killable}'`
  await vi.waitUntil(async () => (await database.rows(isConnected)).length === 0, { timeout: 60_000, interval: 5 })
}

const killable = 'killed job'

async function killPostgresDuring(
  { job, database, serverSecret }: Doing,
  { kill, postgres, interrupted }: Pick<KillOptions, 'postgres' | 'interrupted'> & { kill: PlannedKill },
): Promise<void> {
  const die = () => killProcessesIn(postgres.folder)
  const { work, sent, end } = await prepareJob(job, {
    login: database.app,
    serverSecret,
    watch: {
      beforeSending: (statements) => void (statements === kill.statement && !kill.isSent && die()),
      afterSending: (statements) => void (statements === kill.statement && kill.isSent && setImmediate(die)),
    },
  })
  await work().catch((error: unknown) => {
    if (sent() < kill.statement) throw error
  })
  if (sent() < kill.statement) die()
  await postgres.untilRunning()
  await interrupted()
  await work()
  await end()
}

/** Kills all processes in a folder, synchronously, so that nothing is sent before the kill. */
function killProcessesIn(folder: string): void {
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean))
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended.
    }
}
