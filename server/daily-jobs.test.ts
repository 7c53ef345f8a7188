import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../database/bootstrap.ts'
import { runDailyJobs } from '../platform/daily-jobs.ts'
import { startWorld, type World } from '../tests/harness/world.ts'
import { dailyJobs } from './daily-jobs.ts'

let world: World
beforeAll(async () => void (world = await startWorld({ keep: true })))
afterAll(() => world.close())

const rows = <Row extends object>(query: string, values: unknown[] = []) =>
  connected(world.database.superuser, async (client) => (await client.query<Row>(query, values)).rows)
const run = async (): Promise<void> => {
  const faults: unknown[] = []
  await runDailyJobs({ db: world.database.db, jobs: dailyJobs, onFault: (fault) => faults.push(fault) })
  expect(faults).toEqual([])
}
const tables = ['access_token', 'refresh_token', 'login_attempt', 'password_check', 'mail'] as const
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        (await rows<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count,
      ]),
    ),
  ) as Record<(typeof tables)[number], number>

describe('what time has passed by', () => {
  it('goes with the daily jobs, and what still counts stays', async () => {
    const token = await world.signIn('amelia.hart')
    await world.request({ method: 'POST', url: '/api/login', body: { email: 'nobody@demo.example', password: 'x' } })
    await world.request({ method: 'POST', url: '/api/v1/password-reset/check', token, body: { password: 'x' } })
    await rows(`
      insert into mail (client_id, id, kind, address, cause, state, ended_at, data)
      select client_id, gen_random_uuid(), 'sample', address, 'x', state, case when state <> 'queued' then app.now() end,
             case when state <> 'sent' then 'sealed' end
      from client
      cross join (values ('a@demo.example', 'sent'), ('b@demo.example', 'failed'), ('c@demo.example', 'queued'))
        as mails(address, state)
      where code = 'demo'`)
    const before = await counts()
    expect(before).toEqual({ access_token: 1, refresh_token: 1, login_attempt: 1, password_check: 1, mail: 3 })
    await run()
    expect(await counts()).toEqual(before)

    await rows(`update app.clock set ahead = ahead + interval '2 days'`)
    await run()
    expect(await counts()).toEqual({ ...before, access_token: 0, refresh_token: 0, password_check: 0 })

    await rows(`update app.clock set ahead = ahead + interval '30 days'`)
    await run()
    expect(await counts()).toEqual({
      ...before,
      access_token: 0,
      refresh_token: 0,
      password_check: 0,
      login_attempt: 0,
      mail: 1,
    })
    expect(await rows('select state from mail')).toEqual([{ state: 'queued' }])
  })
})
