import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { ClientId } from '../contract/ids.ts'
import { withConnection } from '../database/bootstrap.ts'
import { inClient } from '../database/database.ts'
import { addClient } from '../tests/harness/people.ts'
import { startPortal, type Portal } from '../tests/harness/portal.ts'
import { lockRows } from '../tests/harness/row-locks.ts'
import { timeAgo, removalJob, type ExpiredRows } from './expired-rows.ts'

let portal: Portal
let demo: ClientId
let other: ClientId
beforeAll(async () => {
  portal = await startPortal({ keep: true })
  demo = await addClient(portal, { site: 'demo' })
  other = await addClient(portal, { site: 'other' })
  return portal.close
})

const HOUR = 3_600_000
const old: ExpiredRows = {
  deleteFrom: 'sign_in_attempt',
  key: ['source', 'identifier_hash'],
  when: sql`attempted_at < ${timeAgo(HOUR)}`,
}
const asked = <Row extends object>(statement: string, values: unknown[] = []) =>
  withConnection(portal.database.superuser, async (client) => (await client.query<Row>(statement, values)).rows)
const tries = (clientId: ClientId, count: number, hours: number) =>
  asked(
    `insert into sign_in_attempt (client_id, source, identifier_hash, attempted_at)
     select $1, $2, decode(lpad(n::text, 8, '0'), 'hex'), app.now() - make_interval(hours => $4)
     from generate_series(1, $3) as n`,
    [clientId, randomBytes(8), count, hours],
  )
const run = (kinds: readonly ExpiredRows[], portion: number) =>
  inClient(portal.database.db, demo, (tx, clock) =>
    removalJob('sample', kinds, portion).run(tx, demo, {
      ...clock,
      lastRan: null,
      after: null,
      size: 500,
      onSkip: () => undefined,
    }),
  )
const left = async () =>
  (await asked<{ client_id: string }>('select client_id from sign_in_attempt'))
    .map(({ client_id: id }) => id)
    .toSorted()

it('the removal job removes expired rows of one client in portions, and leaves rows that are still used', async () => {
  await tries(demo, 12, 2)
  await tries(demo, 2, 0)
  await tries(other, 1, 2)
  expect([await run([old], 5), (await left()).length]).toEqual(['more', 10])
  expect([await run([old], 5), await run([old], 5)]).toEqual(['more', 'done'])
  expect(await left()).toEqual([demo, demo, other].toSorted())
})

it('the removal job runs in further portions until no expired rows are left', async () => {
  await tries(demo, 3, 2)
  const none: ExpiredRows = { deleteFrom: 'spraying_source', key: ['source'], when: sql`since < ${timeAgo(HOUR)}` }
  expect(await run([old, none], 3)).toBe('more')
  expect(await run([old, none], 3)).toBe('done')
})

it('with `skipsHeld`, the removal job leaves locked rows until the next day', async () => {
  await asked(
    `insert into failed_attempt (client_id, identifier_hash, lane, failures, changed_at)
     select $1, '\\x01', lane, 1, app.now() from unnest(array['any', 'provider']) as lane`,
    [demo],
  )
  const attempts: ExpiredRows = {
    deleteFrom: 'failed_attempt',
    key: ['identifier_hash', 'lane'],
    when: sql`failures = 1`,
  }
  const count = async () => (await asked('select from failed_attempt')).length
  const release = await lockRows(portal, { of: 'failed_attempt', client: demo })
  expect([await run([{ ...attempts, skipsHeld: true }], 5), await count()]).toEqual(['done', 2])
  await release()
  expect([await run([{ ...attempts, skipsHeld: true }], 5), await count()]).toEqual(['done', 0])
})
