import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { newClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { migrationsFolder, readMigrations } from '../../database/migrate.ts'
import { createTestDatabase } from './databases.ts'
import { faultOf } from './statement-rules.ts'

it.each([
  [`select set_config('app.client_id', $1, true)`, 'calls set_config'],
  ['update account set disabled_at = now()', 'reads a clock'],
  ['update account set disabled_at = app.now()', 'reads a clock'],
  ['select 1 where day < current_date', 'reads a clock'],
  [`begin; set local app.client_id = 'x'; select 1`, 'in one message'],
  ['with gone as (delete from session returning id) select * from gone', 'writes in a "with"'],
  ['with gone as materialized (\n  update session set a = 1 returning id) select 1', 'writes in a "with"'],
  [
    'insert into mail (client_id, id, kind) select $1, id, kind from listed',
    'into mail without queued_at, due_at, which',
  ],
  [
    'insert into family_member as known (client_id, first_name) select $1, name from listed',
    'into family_member without id, recorded_at, which',
  ],
  ['insert into upload_row (client_id, line) select gen_random_uuid(), 1', 'makes random values'],
  ['insert into upload_row (client_id, line) select $1, line from listed', 'use clientRow'],
  ['with listed as (select 1), given (a, b) as materialized (select 1, 2) select 1', 'lists the columns of a "with"'],
  ['update client set scheme_revision = gen_random_uuid()', 'makes random values'],
  [`update upload set last_active_at = last_active_at - interval '1 minute'`, 'adds an interval to a column'],
  ['create temporary table row (line integer) on commit drop', 'creates a temporary table'],
  [
    'insert into benefit_code (id) values ($1) on conflict (id) do update set id = $2 where not exists (select from benefit)',
    'reads a table in "on conflict"',
  ],
  [
    'select 1 from a left join lateral (select 1 from b where b.client_id = a.client_id limit 1) as c on true',
    'in an inner select',
  ],
  ['select (select max(b.x) from b where (client_id = a.client_id or x = 1)) from a', 'in an inner select'],
  ['select exists (select from "b" where "b"."client_id" = "a"."client_id") from "a"', 'in an inner select'],
])('faultOf names the fault of %s', (text, fault) => {
  expect(faultOf(text)).toContain(fault)
})

it.each([
  'select now, today from app.present()',
  `begin; set local app.client_id = '7d0a4a5e-35a5-4c9b-8f5d-0f1f2e3d4c5b'`,
  `select 'now()' as text -- now()`,
  'with listed as (select 1) insert into requested_mail (client_id, kind, person_id, requested_at) select $1, $2, $3, $4 returning 1',
  'select 1 from a join b on b.client_id = a.client_id where exists (select from c where c.client_id = $1)',
  'select 1 from (select 1 from a as x join b on b.client_id = x.client_id where coalesce(max(x.y), 0) = 1) as z',
  'select * from unnest($1::uuid[]) as given (a, b) cross join rows from (unnest($2::text[])) as other (c)',
  'insert into mail (client_id, kind) values ($1, $2)',
  `update mail set due_at = $1::timestamptz + interval '1 minute' where client_id = $2`,
])('faultOf accepts %s', (text) => {
  expect(faultOf(text)).toBeUndefined()
})

it('no migration calls set_config', () => {
  const files = readMigrations(migrationsFolder)
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(({ sql: text }) => text.includes('set_config('))).toEqual([])
})

it('connections of a test database refuse a statement with a fault', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const asking = inClient(database.db, newClientId(), (tx) => sql`select app.now() as now`.execute(tx))
  await expect(asking).rejects.toThrow('A statement reads a clock')
})
