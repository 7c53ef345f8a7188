import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../tests/harness/world.ts'
import { runDaily } from '../tests/harness/daily.ts'

let world: World
beforeAll(async () => void (world = await startWorld({ keep: true })))
afterAll(() => world.close())

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
const run = async (): Promise<void> => {
  await runDaily(world)
}
const tables = [
  'access_token',
  'refresh_token',
  'failed_attempt',
  'login_challenge',
  'two_factor_setup',
  'entry_token',
  'sign_on_assertion',
  'password_check',
  'mail',
] as const
/** What is made for minutes: a step of a login, what is being set up, an entry, and an assertion that was used. */
const shortLived = `
  with lasts as (select client_id, person_id, app.now() + interval '5 minutes' as until from account limit 1),
  challenge as (
    insert into login_challenge (client_id, cookie_hash, ticket_hash, person_id, expires_at, pending_until)
    select client_id, 'c', 't', person_id, until, until + interval '5 minutes' from lasts
  ),
  session_of as (
    insert into session (client_id, person_id, started_at, last_used_at)
    select client_id, person_id, app.now(), app.now() from lasts
    returning client_id, id, person_id
  ),
  setup as (
    insert into two_factor_setup (client_id, session_id, person_id, seed, expires_at)
    select client_id, id, session_of.person_id, 'sealed', until from session_of join lasts using (client_id)
  ),
  entry as (
    insert into entry_token (client_id, hash, kind, person_id, expires_at)
    select client_id, 'e', 'sso', person_id, until from lasts
  )
  insert into sign_on_assertion (client_id, provider, assertion, expires_at)
  select client_id, 'saml x', 'a', until from lasts`
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        // The jobs themselves tell people of what is due.
        (
          await rows<{ count: number }>(
            `select count(*)::int as count from ${table} ${table === 'mail' ? `where kind = 'sample'` : ''}`,
          )
        )[0]?.count,
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
             case when state = 'queued' then 'sealed' end
      from client
      cross join (values ('a@demo.example', 'sent'), ('b@demo.example', 'failed'), ('c@demo.example', 'queued'))
        as mails(address, state)
      where code = 'demo'`)
    await rows(shortLived)
    const before = await counts()
    const short = { login_challenge: 1, two_factor_setup: 1, entry_token: 1, sign_on_assertion: 1 }
    const gone = { login_challenge: 0, two_factor_setup: 0, entry_token: 0, sign_on_assertion: 0 }
    expect(before).toEqual({
      access_token: 1,
      refresh_token: 1,
      failed_attempt: 1,
      ...short,
      password_check: 1,
      mail: 3,
    })
    await run()
    expect(await counts()).toEqual(before)

    await rows(`update app.clock set ahead = ahead + interval '2 days'`)
    await run()
    expect(await counts()).toEqual({ ...before, ...gone, access_token: 0, refresh_token: 0, password_check: 0 })

    await rows(`update app.clock set ahead = ahead + interval '30 days'`)
    await run()
    expect(await counts()).toEqual({
      ...before,
      ...gone,
      access_token: 0,
      refresh_token: 0,
      password_check: 0,
      failed_attempt: 0,
      mail: 1,
    })
    expect(await rows(`select state from mail where kind = 'sample'`)).toEqual([{ state: 'queued' }])
  })
})
