import { sql, type Kysely } from 'kysely'
import type { IsoDate } from '../contract/dates.ts'
import type { ClientId, PersonId } from '../contract/ids.ts'
import { listClients } from '../database/clients.ts'
import { inClient, type Clock, type Tx } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { clientRow } from '../database/client-row.ts'
import { raiseTimeLimitsInBackground } from './time-limits.queries.ts'

/** A job that runs once a day for each client, under row-level security. It is in a `.jobs.ts` file of its area. */
export type DailyJob = {
  name: string
  run: (tx: Tx, clientId: ClientId, at: Portion) => Promise<Outcome>
  laterJobsWait?: boolean
}

export type Portion = Clock & {
  /** Day of the last finished run, from which the job knows how many days it has missed. Null before the first run. */
  lastRan: IsoDate | null
  after: string | null
  size: number
  onSkip: (skipped: { personId: PersonId; error: unknown }) => void
}

/** `more` and `doneUpTo` request another portion. After a restart, the job continues after `doneUpTo`. */
type Outcome = 'done' | 'more' | { doneUpTo: string }

type Runs = {
  db: Kysely<Database>
  jobs: readonly DailyJob[]
  onFault: (fault: { job: string; clientId: ClientId; personId?: PersonId; error: unknown }) => void
  portion?: number
}

/** Runs the jobs that have not run today, client by client, in order. If a job fails, jobs that depend on it wait. */
export async function runDailyJobs({ db, jobs, onFault, portion = 500 }: Runs, leaving?: AbortSignal): Promise<void> {
  for (const clientId of await listClients(db)) {
    const { today } = await inClient(db, clientId, (_, clock) => Promise.resolve(clock))
    for (const [index, job] of jobs.entries()) {
      const needed = jobs.slice(0, index).flatMap(({ name, laterJobsWait }) => (laterJobsWait ? [name] : []))
      const onSkip: Portion['onSkip'] = (skipped) => onFault({ job: job.name, clientId, ...skipped })
      let outcome: Outcome | 'left' = 'more'
      try {
        while (outcome !== 'done' && outcome !== 'left')
          outcome = leaving?.aborted ? 'done' : await runPortion(db, clientId, { job, needed, portion, today, onSkip })
      } catch (error) {
        onFault({ job: job.name, clientId, error })
      }
      if (outcome === 'left') break
    }
  }
}

type Job = Pick<Portion, 'today' | 'onSkip'> & { job: DailyJob; needed: readonly string[] }

function runPortion(
  db: Kysely<Database>,
  clientId: ClientId,
  { job, needed, portion, today, onSkip }: Job & { portion: number },
): Promise<Outcome | 'left'> {
  return inClient(db, clientId, async (tx, clock) => {
    if (clock.today !== today) return 'left'
    const due = await claim(tx, clientId, { job: job.name, needed, today: clock.today })
    if (due === 'done' || due === 'left') return due
    await raiseTimeLimitsInBackground(tx)
    const outcome = await job.run(tx, clientId, { ...clock, ...due, size: portion, onSkip })
    if (outcome !== 'more') await recordPortion(tx, clientId, { job: job.name, today: clock.today, outcome })
    return outcome
  })
}

type Claim = { job: string; today: IsoDate }

/** Returns 'left' if another process runs the job or another job must run first. */
async function claim(
  tx: Tx,
  clientId: ClientId,
  { job, needed, today }: Claim & { needed: readonly string[] },
): Promise<Pick<Portion, 'lastRan' | 'after'> | 'done' | 'left'> {
  await sql`
    insert into daily_run (client_id, job, ran_on)
    values (${clientId}, ${job}, ${never})
    on conflict do nothing
  `.execute(tx)
  const { rows } = await sql<{ lastRan: IsoDate; after: string | null; waits: boolean }>`
    select
      ran_on as "lastRan",
      ${needed.length} > (
        select count(*)
        from daily_run
        where client_id = ${clientId}
          and job = any(${[...needed]}::text[])
          and ran_on >= ${today}
      ) as waits,
      case when unfinished_on = ${today} then done_up_to end as after
    from daily_run
    where client_id = ${clientId}
      and job = ${job}
      and ran_on < ${today}
    for update skip locked
  `.execute(tx)
  const [found] = rows
  if (found?.waits) return 'left'
  if (found) return { after: found.after, lastRan: found.lastRan === never ? null : found.lastRan }
  const { rows: locked } = await sql`
    select
    from daily_run
    where client_id = ${clientId}
      and job = ${job}
      and ran_on < ${today}
  `.execute(tx)
  return locked.length > 0 ? 'left' : 'done'
}

async function recordPortion(
  tx: Tx,
  clientId: ClientId,
  { job, today, outcome }: Claim & { outcome: Exclude<Outcome, 'more'> },
): Promise<void> {
  await sql`
    update daily_run
    set ${
      outcome === 'done'
        ? sql`ran_on = ${today}, unfinished_on = null, done_up_to = null`
        : sql`unfinished_on = ${today}, done_up_to = ${outcome.doneUpTo}`
    }
    where client_id = ${clientId}
      and job = ${job}
  `.execute(tx)
}

/** Records when jobs last ran in another installation, so that they continue from there. */
export async function recordDailyRuns(
  tx: Tx,
  clientId: ClientId,
  { runs }: { runs: readonly { job: string; ranOn: IsoDate }[] },
): Promise<void> {
  await sql`
    insert into daily_run (client_id, job, ran_on)
    select client.client_id, run.*
    from ${clientRow(clientId)}
    cross join unnest(${runs.map(({ job }) => job)}::text[], ${runs.map(({ ranOn }) => ranOn)}::date[]) as run (job, ran_on)
  `.execute(tx)
}

const never = '1900-01-01'
