import { beforeEach, describe, expect, it } from 'vitest'
import type { ClientId } from '../contract/ids.ts'
import { withConnection } from '../database/bootstrap.ts'
import { listClients } from '../database/clients.ts'
import { startWorld } from '../tests/harness/world.ts'
import { runDailyJobs, type DailyJob } from './daily-jobs.ts'

const world = await startWorld()
beforeEach(() => rows('delete from daily_run'))

const rows = <Row extends object>(query: string, values: unknown[] = []) =>
  withConnection(world.database.superuser, async (client) => (await client.query<Row>(query, values)).rows)
const nextDay = (days = 1) => rows('update app.clock set ahead = ahead + make_interval(days => $1)', [days])
const today = async () => (await rows<{ today: string }>('select app.today()::text as today'))[0]?.today

type Ran = { clientId: ClientId; lastRan: string | null; seen: number }
const faults: { job: string; clientId: ClientId }[] = []
const run = (jobs: DailyJob[]) =>
  runDailyJobs({ db: world.database.db, jobs, onFault: ({ job, clientId }) => faults.push({ job, clientId }) })
function noting(ran: Ran[]): DailyJob {
  return {
    name: 'noting',
    run: async (tx, clientId, { lastRan }) => {
      const seen = await tx.selectFrom('client').select('client_id').execute()
      ran.push({ clientId, lastRan, seen: seen.length })
      return 'done'
    },
  }
}

describe('daily job', () => {
  it('runs once a day for every client, and can access only rows of that client', async () => {
    const ran: Ran[] = []
    await run([noting(ran)])
    await run([noting(ran)])
    expect(ran.map(({ lastRan, seen }) => [lastRan, seen])).toEqual([
      [null, 1],
      [null, 1],
      [null, 1],
    ])
    expect(new Set(ran.map(({ clientId }) => clientId)).size).toBe(3)
  })

  it('runs again on the next day, but only once after several missed days, and gets the day of its last run', async () => {
    const ran: Ran[] = []
    await run([noting(ran)])
    const first = await today()
    await nextDay()
    await run([noting(ran)])
    const second = await today()
    await nextDay(5)
    await run([noting(ran)])
    expect(ran.map(({ lastRan }) => lastRan)).toEqual([null, null, null, first, first, first, second, second, second])
  })

  it('runs only once if several processes start it at the same time', async () => {
    const ran: Ran[] = []
    await Promise.all([run([noting(ran)]), run([noting(ran)]), run([noting(ran)])])
    expect(ran).toHaveLength(3)
  })

  it('is skipped for a client while another process runs an earlier job of that client', async () => {
    const ran: Ran[] = []
    const waiting = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<ClientId>()
    let waits = false
    const slow: DailyJob = {
      name: 'slow',
      run: async (_, clientId) => {
        if (waits) {
          begun.resolve(clientId)
          await waiting.promise
        }
        return 'done'
      },
    }
    await run([slow])
    await nextDay()
    waits = true
    const first = run([slow])
    const held = await begun.promise
    waits = false
    await run([slow, noting(ran)])
    expect(ran.map(({ clientId }) => clientId)).not.toContain(held)
    expect(ran).toHaveLength(2)
    waiting.resolve()
    await first
  })

  it('runs in portions, and commits each portion separately', async () => {
    const portions: string[] = []
    const job: DailyJob = {
      name: 'in portions',
      run: async (_, clientId) => {
        portions.push(clientId)
        return portions.filter((each) => each === clientId).length < 3 ? 'more' : 'done'
      },
    }
    await run([job])
    await run([job])
    expect(portions).toHaveLength(9)
  })

  it('gets the same date as the first job for the same client, even if midnight passes', async () => {
    const [first] = await listClients(world.database.db)
    const done: [job: string, day: string][] = []
    let isEvening = true
    const job = (name: string): DailyJob => ({
      name,
      run: async (_, clientId, clock) => {
        if (clientId === first) done.push([name, clock.today])
        if (isEvening) await nextDay()
        isEvening = false
        return 'done'
      },
    })
    const evening = (await today()) ?? ''
    await run([job('renewal'), job('cover')])
    const morning = (await today()) ?? ''
    expect(done).toEqual([['renewal', evening]])
    await run([job('renewal'), job('cover')])
    expect(done.slice(1)).toEqual([
      ['renewal', morning],
      ['cover', morning],
    ])
  })

  describe('daily job that failed in its third portion', () => {
    const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    const begun: [after: string | null, lastRan: string | null][] = []
    let broken = true
    const job: DailyJob = {
      name: 'in three portions',
      run: async (_tx, clientId, { after, lastRan }) => {
        if (clientId !== (await listClients(world.database.db))[0]) return 'done'
        begun.push([after, lastRan])
        if (after === null) return { doneUpTo: one }
        if (after === one) return { doneUpTo: two }
        if (broken) throw new Error('broken')
        return 'done'
      },
    }
    beforeEach(async () => {
      begun.length = 0
      broken = true
      await run([job])
      broken = false
    })

    it('resumes with the failed portion, and does not run again when it has finished', async () => {
      await run([job])
      await run([job])
      expect(begun.map(([after]) => after)).toEqual([null, one, two, two])
    })

    it('starts again with the first portion on the next day', async () => {
      await nextDay()
      await run([job])
      expect(begun.map(([after]) => after)).toEqual([null, one, two, null, one, two])
      expect(begun.at(-1)).toEqual([two, null])
    })
  })

  it('delays the later jobs that depend on it until it has succeeded today, even in another process', async () => {
    const ran: Ran[] = []
    let broken = true
    const renewal: DailyJob = {
      name: 'renewal',
      run: () => (broken ? Promise.reject(new Error('broken')) : Promise.resolve('done')),
      laterJobsWait: true,
    }
    await run([renewal, noting(ran)])
    await run([renewal, noting(ran)])
    expect(ran).toEqual([])
    broken = false
    await run([renewal, noting(ran)])
    expect(ran).toHaveLength(3)
    await nextDay()
    broken = true
    await run([renewal, noting(ran)])
    expect(ran).toHaveLength(3)
  })

  it('is rolled back if it fails, does not delay other jobs, and is tried again', async () => {
    const ran: Ran[] = []
    let broken = true
    const failing: DailyJob = {
      name: 'failing',
      run: async (tx, clientId) => {
        await tx.updateTable('client').set({ name: 'spoiled' }).where('client_id', '=', clientId).execute()
        if (broken) throw new Error('broken')
        return 'done'
      },
    }
    faults.length = 0
    await run([failing, noting(ran)])
    expect([faults.length, ran.length]).toEqual([3, 3])
    expect(await rows(`select 1 from client where name = 'spoiled'`)).toEqual([])
    broken = false
    await run([failing, noting(ran)])
    expect([faults.length, ran.length]).toEqual([3, 3])
    expect(await rows(`select 1 from client where name = 'spoiled'`)).toHaveLength(3)
  })
})
