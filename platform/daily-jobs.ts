import { sql, type Kysely } from 'kysely'
import type { IsoDate } from '../contract/dates.ts'
import type { ClientId } from '../contract/ids.ts'
import { listClients } from '../database/clients.ts'
import { inClient, type Clock, type Tx } from '../database/database.ts'
import type { Database } from '../database/tables.ts'

/** Something to be done once a day for every client, behind the client's fence; in a `.jobs.ts` of the area. */
export type DailyJob = {
  name: string
  /**
   * One transaction of it; `more` has it called again at once, in a transaction of its own, for work that is better done
   * in portions. `lastRan` tells which days were missed; null when it never ran.
   */
  run: (tx: Tx, clientId: ClientId, at: Clock & { lastRan: IsoDate | null }) => Promise<Outcome>
}

type Outcome = 'done' | 'more'

type Runs = {
  db: Kysely<Database>
  jobs: readonly DailyJob[]
  onFault: (fault: { job: string; clientId: ClientId; error: unknown }) => void
}

/** Runs what has not run today: a fault in one leaves the others alone, and is tried again by the next call. */
export async function runDailyJobs({ db, jobs, onFault }: Runs, leaving?: AbortSignal): Promise<void> {
  for (const clientId of await listClients(db)) {
    for (const job of jobs) {
      try {
        let outcome: Outcome = 'more'
        while (outcome === 'more') outcome = leaving?.aborted ? 'done' : await runOnce(db, clientId, job)
      } catch (error) {
        onFault({ job: job.name, clientId, error })
      }
    }
  }
}

function runOnce(db: Kysely<Database>, clientId: ClientId, job: DailyJob): Promise<Outcome> {
  return inClient(db, clientId, async (tx, clock) => {
    const due = await claim(tx, clientId, { job: job.name, today: clock.today })
    if (!due) return 'done'
    const outcome = await job.run(tx, clientId, { ...clock, lastRan: due.lastRan })
    if (outcome === 'done') await recordRun(tx, clientId, { job: job.name, today: clock.today })
    return outcome
  })
}

type Claim = { job: string; today: IsoDate }

/** Undefined when it has run today, or when another process runs it now. */
async function claim(
  tx: Tx,
  clientId: ClientId,
  { job, today }: Claim,
): Promise<{ lastRan: IsoDate | null } | undefined> {
  await sql`
    insert into daily_run (client_id, job, ran_on)
    values (${clientId}, ${job}, ${never})
    on conflict do nothing
  `.execute(tx)
  const { rows } = await sql<{ lastRan: IsoDate }>`
    select ran_on as "lastRan"
    from daily_run
    where client_id = ${clientId}
      and job = ${job}
      and ran_on < ${today}
    for update skip locked
  `.execute(tx)
  const [found] = rows
  return found && { lastRan: found.lastRan === never ? null : found.lastRan }
}

async function recordRun(tx: Tx, clientId: ClientId, { job, today }: Claim): Promise<void> {
  await sql`
    update daily_run
    set ran_on = ${today}
    where client_id = ${clientId}
      and job = ${job}
  `.execute(tx)
}

/** Notes when jobs last ran for a client elsewhere, so that they go on from there. */
export async function noteDailyRuns(
  tx: Tx,
  clientId: ClientId,
  { runs }: { runs: readonly { job: string; ranOn: IsoDate }[] },
): Promise<void> {
  await sql`
    insert into daily_run (client_id, job, ran_on)
    select ${clientId}::uuid, *
    from unnest(${runs.map(({ job }) => job)}::text[], ${runs.map(({ ranOn }) => ranOn)}::date[])
  `.execute(tx)
}

const never = '1900-01-01'
