import { sql, type Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { ClientId } from '../contract/ids.ts'
import { createTestDatabase, type TestDatabase } from '../tests/harness/databases.ts'
import { customPlan } from './custom-plan.ts'
import { queryInClient, inClient, inClientWithQuery, openDatabase } from './database.ts'
import { isDatabaseDown, openPool } from './postgres.ts'
import { withConnection } from './bootstrap.ts'
import type { Database } from './tables.ts'
import { transactionDay, transactionTime } from './transaction-time.ts'

const someone = '7d0a4a5e-35a5-4c9b-8f5d-0f1f2e3d4c5b' as ClientId
const patience = {
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 60_000,
  connectionTimeoutMs: 60_000,
}

async function database(): Promise<TestDatabase> {
  const made = await createTestDatabase({ poolSize: 1 })
  onTestFinished(() => made.close())
  return made
}

function kept(db: Kysely<Database>): Promise<string[]> {
  return inClient(db, someone, async (tx) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)
    return rows.map(({ statement }) => statement.trim())
  })
}

const greeting = (db: Kysely<Database>) =>
  inClient(db, someone, async (tx) => (await sql<{ hello: string }>`select 'hello' as hello`.execute(tx)).rows)

it('a repeated statement is prepared by PostgreSQL', async () => {
  const { db } = await database()
  await greeting(db)
  expect(await kept(db)).not.toContain(`select 'hello' as hello`)
  await greeting(db)
  expect(await kept(db)).toContain(`select 'hello' as hello`)
  expect(await greeting(db)).toEqual([{ hello: 'hello' }])
})

it('a statement marked `customPlan` is planned for its values at each use', async () => {
  const { db } = await database()
  for (let time = 0; time < 3; time++)
    await inClient(db, someone, (tx) => sql`${customPlan} select 'hello' as hello`.execute(tx))
  expect((await kept(db)).filter((statement) => statement.includes('hello'))).toEqual([])
})

it('statements are not stored under a name in PostgreSQL if a transaction pooler is used', async () => {
  const { app } = await database()
  const pool = openPool(app, { size: 1, patience, onError: () => undefined })
  const db = openDatabase(pool, { preparedStatements: false })
  onTestFinished(() => db.destroy())
  const one = sql<{ one: number }>`select 1 as one`
  for (let time = 0; time < 3; time++) {
    expect(await greeting(db)).toEqual([{ hello: 'hello' }])
    expect(await queryInClient(db, someone, one)).toEqual([{ one: 1 }])
  }
  expect(await kept(db)).toEqual([])
})

it('`begin` is sent together with a first query; if the query fails, the transaction is rolled back', async () => {
  const { db } = await database()
  const question = sql<{ client: string; inside: boolean }>`
    select current_setting('app.client_id') as client, pg_current_xact_id_if_assigned() is null as inside
  `
  const seen = await inClientWithQuery(db, someone, question, (_, { today }, rows) => Promise.resolve({ today, rows }))
  expect(seen).toEqual({
    today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    rows: [{ client: someone, inside: true }],
  })

  const broken = sql<{ one: number }>`select 1 / 0 as one`
  await expect(inClientWithQuery(db, someone, broken, () => Promise.resolve())).rejects.toThrow('division by zero')
  const { rows } = await sql<{
    client: string | null
  }>`select nullif(current_setting('app.client_id', true), '') as client`.execute(db)
  expect(rows).toEqual([{ client: null }])
})

it('another connection is used when a prepared statement no longer fits the tables', async () => {
  const { db, pool, owner } = await database()
  await withConnection(owner, (client) =>
    client.query(`create table changing (a integer); grant select on changing to portal_app`),
  )
  const ask = () => inClient(db, someone, async (tx) => (await sql`select * from changing`.execute(tx)).rows)
  for (let time = 0; time < 3; time++) await ask()
  await withConnection(owner, (client) => client.query('alter table changing add column b text'))
  await expect(ask()).rejects.toThrow('cached plan must not change result type')
  expect(await ask()).toEqual([])
  expect(pool.totalCount).toBe(1)
})

it('a query and its transaction need one round trip, and the transaction is over afterwards', async () => {
  const { db, pool } = await database()
  const question = sql<{ client: string }>`select current_setting('app.client_id', true) as client`
  expect(await queryInClient(db, someone, question)).toEqual([{ client: someone }])
  expect((await question.execute(db)).rows).toEqual([{ client: '' }])

  await expect(queryInClient(db, someone, sql`select 1 / 0`)).rejects.toThrow('division by zero')
  expect(await greeting(db)).toEqual([{ hello: 'hello' }])
  expect(pool.totalCount).toBe(1)
})

it('a repeated query is prepared, even after a failure', async () => {
  const { db, pool } = await database()
  const text = 'select 10 / $1::integer as part'
  const ask = (by: number) => queryInClient(db, someone, sql<{ part: number }>`select 10 / ${by}::integer as part`)
  expect(await ask(5)).toEqual([{ part: 2 }])
  expect(await kept(db)).not.toContain(text)
  // A statement is prepared at its second use. Here this use fails.
  await expect(ask(0)).rejects.toThrow('division by zero')
  expect(await ask(5)).toEqual([{ part: 2 }])
  expect(await kept(db)).toContain(text)
  expect(await ask(2)).toEqual([{ part: 5 }])
  expect(pool.totalCount).toBe(1)
})

it('the statements that set a tenant are not prepared, because they differ for each tenant', async () => {
  const { db } = await database()
  for (let time = 0; time < 3; time++) await greeting(db)
  expect((await kept(db)).filter((statement) => statement.includes('app.client_id'))).toEqual([])
})

it.each(["'; drop table client; --", '', '7d0a4a5e-35a5-4c9b-8f5d-0f1f2e3d4c5b ', '7d0a4a5e'])(
  'a tenant id that is not a UUID is refused: %j [S-49]',
  async (id) => {
    const { db, pool } = await database()
    const asked = id as ClientId
    await expect(inClient(db, asked, () => Promise.resolve())).rejects.toThrow('not a UUID')
    await expect(queryInClient(db, asked, sql`select 1`)).rejects.toThrow('not a UUID')
    expect(await greeting(db)).toEqual([{ hello: 'hello' }])
    expect(pool.totalCount).toBe(1)
  },
)

it('a query refuses to write, and still works after a value that cannot be serialised', async () => {
  const { db, pool, owner } = await database()
  await withConnection(owner, (client) =>
    client.query('create table noted (a integer); grant select, insert on noted to portal_app'),
  )
  const noting = sql`insert into noted values (1)`
  const told = (value: unknown) => sql<{ told: unknown }>`select ${value}::jsonb as told`
  await expect(queryInClient(db, someone, noting)).rejects.toThrow('read-only transaction')
  // JSON has no BigInt. The driver names a statement in the second pass and prepares it in the third.
  for (let time = 0; time < 3; time++) {
    await expect(queryInClient(db, someone, told({ big: 1n }))).rejects.toThrow('BigInt')
    expect(await queryInClient(db, someone, told({ big: 1 }))).toEqual([{ told: { big: 1 } }])
  }
  expect((await sql`select * from noted`.execute(db)).rows).toEqual([])
  expect(pool.totalCount).toBe(1)
})

it('another connection is used when a prepared query no longer fits the tables', async () => {
  const { db, pool, owner } = await database()
  await withConnection(owner, (client) =>
    client.query(`create table changing (a integer); grant select on changing to portal_app`),
  )
  const changing = sql`select * from changing`
  const ask = () => queryInClient(db, someone, changing)
  for (let time = 0; time < 3; time++) await ask()
  await withConnection(owner, (client) => client.query('alter table changing add column b text'))
  expect(await ask()).toEqual([])
  expect(pool.totalCount).toBe(1)
})

it('another connection is used when a connection breaks during a query', async () => {
  const { db, pool } = await database()
  const one = sql<{ one: number }>`select 1 as one`
  const broken = sql`select pg_terminate_backend(pg_backend_pid())`
  await expect(queryInClient(db, someone, broken)).rejects.toSatisfy(isDatabaseDown)
  expect(await queryInClient(db, someone, one)).toEqual([{ one: 1 }])
  expect(pool.totalCount).toBe(1)
})

it('a connection does not return to the pool while its transaction is open', async () => {
  const { db, pool } = await database()
  const pid = () =>
    db
      .connection()
      .execute(async (one) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)).rows[0]?.pid)
  const before = await pid()
  await db.connection().execute(async (one) => {
    await sql`begin`.execute(one)
    await sql`select 1`.execute(one)
  })
  expect(await pid()).not.toBe(before)
  expect(pool.totalCount).toBe(1)
})

it('statements use the time of their transaction, not the clock of the machine', async () => {
  const made = await database()
  const { db } = made
  const moment = sql<{ now: string; today: string }>`select ${transactionTime} as now, ${transactionDay} as today`
  const seen = async () => {
    const asked = await queryInClient(db, someone, moment)
    const begun = await inClientWithQuery(db, someone, moment, async (tx, { now, today }, rows) => {
      expect((await moment.execute(tx)).rows).toEqual([{ now, today }])
      return rows
    })
    return [...asked, ...begun].map(({ today }) => today)
  }
  for (const day of ['2026-11-16', '2028-02-29', '2027-04-05']) {
    await made.moveTo(day)
    expect(await seen()).toEqual([day, day])
  }
  await expect(moment.execute(db)).rejects.toThrow('needs the time of a transaction')
})
