import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { ClientId } from '../contract/ids.ts'
import { createTestDatabase } from '../tests/harness/databases.ts'
import { withConnection } from './bootstrap.ts'
import { setClock } from './clock.ts'
import { inClient, inRolledBackTransaction, inSnapshot, inNoClient } from './database.ts'

const copperleaf = randomUUID() as ClientId
const plain = randomUUID() as ClientId

const database = await createTestDatabase({ poolSize: 2 })
for (const clientId of [copperleaf, plain]) {
  await inClient(database.db, clientId, (tx) =>
    tx.insertInto('client').values({ client_id: clientId, code: clientId, name: clientId }).execute(),
  )
}
afterAll(() => database.close())

describe('transaction of one client', () => {
  it("shows only the client's own rows, even for a query without a condition [S-49]", async () => {
    const seen = await inClient(database.db, plain, (tx) => tx.selectFrom('client').select('client_id').execute())
    expect(seen).toEqual([{ client_id: plain }])
  })

  it('shows no rows if no client is set [S-49]', async () => {
    const seen = await inNoClient(database.db, (tx) => tx.selectFrom('client').selectAll().execute())
    expect(seen).toEqual([])
    expect((await database.pool.query('select * from client')).rows).toEqual([])
  })

  it('refuses to write a row of another client, or to move a row to another client [S-49]', async () => {
    const foreign = inClient(database.db, plain, (tx) =>
      tx
        .insertInto('scheme_year')
        .values({ client_id: copperleaf, year: 2026, starts_on: day, ends_on: laterDay })
        .execute(),
    )
    await expect(foreign).rejects.toThrow('row-level security')
    const given = inClient(database.db, plain, (tx) =>
      tx.updateTable('client').set({ client_id: copperleaf }).execute(),
    )
    // Citus refuses to change the distribution column of a table.
    await expect(given).rejects.toThrow(/row-level security|permission denied|partition value/)
  })

  it("uses the database's clock and the application's role", async () => {
    const [clock, role] = await inClient(database.db, plain, async (tx, given) => {
      const { rows } = await sql<{ role: string; now: string; isolation: string }>`
        select current_user as role, app.now() as now, current_setting('transaction_isolation') as isolation
      `.execute(tx)
      return [given, rows[0]]
    })
    expect(clock.now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    expect(clock.today).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(role).toEqual({ role: 'portal_app', now: clock.now, isolation: 'read committed' })
  })

  it('never compiles statements (JIT), because that takes longer than running them', async () => {
    const { rows } = await database.pool.query<{ jit: string }>('show jit')
    expect(rows).toEqual([{ jit: 'off' }])
  })

  it('sees the data of one moment if it is a snapshot, and then cannot write', async () => {
    const names = await inSnapshot(database.db, plain, async (tx) => {
      const read = () => tx.selectFrom('client').select('name').executeTakeFirstOrThrow()
      const before = await read()
      await inClient(database.db, plain, (other) => other.updateTable('client').set({ name: 'renamed' }).execute())
      return [before, await read()]
    })
    expect(names).toEqual([{ name: plain }, { name: plain }])
    const writing = inSnapshot(database.db, plain, (tx) => tx.updateTable('client').set({ name: 'again' }).execute())
    await expect(writing).rejects.toThrow('read-only transaction')
    await inClient(database.db, plain, (tx) => tx.updateTable('client').set({ name: plain }).execute())
  })

  it('saves no change of a rehearsal, and repeats the rehearsal if its data changed during it', async () => {
    const rename = (name: string) =>
      inClient(database.db, plain, (other) => other.updateTable('client').set({ name }).execute())
    let attempts = 0
    const seen = await inRolledBackTransaction(database.db, plain, async (tx) => {
      const { name } = await tx.selectFrom('client').select('name').executeTakeFirstOrThrow()
      attempts += 1
      if (attempts === 1) await rename('renamed meanwhile')
      await tx
        .updateTable('client')
        .set({ name: `${name}, rehearsed` })
        .execute()
      return tx.selectFrom('client').select('name').executeTakeFirstOrThrow()
    })
    expect([attempts, seen]).toEqual([2, { name: 'renamed meanwhile, rehearsed' }])
    const stands = await inClient(database.db, plain, (tx) => tx.selectFrom('client').select('name').execute())
    expect(stands).toEqual([{ name: 'renamed meanwhile' }])
    await expect(
      inRolledBackTransaction(database.db, plain, () => Promise.reject(new Error('of its own'))),
    ).rejects.toThrow('of its own')
    await rename(plain)
  })

  it('is committed when it returns, and rolled back when it throws', async () => {
    const year = await inClient(database.db, plain, (tx) =>
      tx
        .insertInto('scheme_year')
        .values({ client_id: plain, year: 2026, starts_on: day, ends_on: laterDay })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const failed = inClient(database.db, plain, async (tx) => {
      await tx.deleteFrom('client_address').execute()
      await tx.updateTable('scheme_year').set({ year: 1999 }).execute()
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    const kept = await withConnection(database.superuser, (client) => client.query('select id, year from scheme_year'))
    expect(kept.rows).toEqual([{ id: year.id, year: 2026 }])
  })

  const transactions = process.env['LONG_TESTS'] ? 10_000 : 2_000
  it(`never shows another client's row in ${transactions} interleaved transactions on two connections [S-49]`, async () => {
    let failures = 0
    let leaks = 0
    let done = 0
    const one = async (number: number) => {
      const clientId = number % 2 === 0 ? copperleaf : plain
      try {
        await inClient(database.db, clientId, async (tx) => {
          const rows = await tx.selectFrom('client').select('client_id').execute()
          if (rows.length !== 1 || rows[0]?.client_id !== clientId) leaks += 1
          if (number % 7 === 0) await sql`select 1 / 0`.execute(tx)
          if (number % 11 === 0) throw new Error('given up')
        })
      } catch {
        failures += 1
      }
      done += 1
    }
    for (let start = 0; start < transactions; start += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => one(start + index)))
    }
    expect({ done, leaks }).toEqual({ done: transactions, leaks: 0 })
    expect(failures).toBeGreaterThan(transactions / 5)
    expect(database.pool.totalCount).toBeLessThanOrEqual(2)
  })
})

const day = '2026-01-01' as never
const laterDay = '2026-12-31' as never

describe('values from the database', () => {
  it('are exact: whole pence, calendar dates, times in UTC, decimals as text', async () => {
    const { rows } = await database.pool.query(`
      select 9007199254740993::int8 as pence, array[1, null]::int8[] as many, date '2026-03-29' as day,
             array[date '2026-03-29'] as days, timestamptz '2026-07-01 00:30:00.123456+01' as moment,
             array[timestamptz '2026-07-01 00:30:00+01'] as moments, 12.50::numeric(8, 2) as rate,
             interval '1 day 2 hours' as span`)
    expect(rows).toEqual([
      {
        pence: 9007199254740993n,
        many: [1n, null],
        day: '2026-03-29',
        days: ['2026-03-29'],
        moment: '2026-06-30T23:30:00.123456Z',
        moments: ['2026-06-30T23:30:00Z'],
        rate: '12.50',
        span: 'P1DT2H',
      },
    ])
  })
})

describe('clock', () => {
  it('is ahead in test mode by the amount that the owner sets, and changes its date at midnight in London [S-80]', async () => {
    const { rows } = await database.pool.query<{ wanted: string }>(
      `select (timestamptz '2027-06-30 23:30:00Z' - transaction_timestamp())::text as wanted`,
    )
    await database.moveClock(rows[0]!.wanted)
    const clock = await inClient(database.db, plain, async (_tx, given) => given)
    expect(clock.now.slice(0, 15)).toBe('2027-06-30T23:3')
    expect(clock.today).toBe('2027-07-01')
    await database.moveClock('PT0S')
  })

  it.each(['live', 'test', 'demo'] as const)(
    'has the same time in queries that contain its calculation inline, in %s mode',
    async (mode) => {
      const own = await createTestDatabase()
      try {
        // Offsets that cross midnight in London, in winter and in summer.
        for (const ahead of ['PT0S', 'P1DT11H', 'P-200DT-13H', 'P190DT23H30M']) {
          await withConnection(own.owner, (client) => setClock(client, { mode, ahead }))
          const { rows } = await own.pool.query(
            `select now = app.now() and today = app.today() as same,
                  now - transaction_timestamp() = case when $1 = 'live' then '0' else $2 end::interval as asked
           from app.present()`,
            [mode, ahead],
          )
          expect(rows).toEqual([{ same: true, asked: true }])
        }
      } finally {
        await own.close()
      }
    },
  )

  it('ignores the offset in live mode [S-80]', async () => {
    const live = await createTestDatabase()
    try {
      await withConnection(live.owner, (client) => client.query(`update app.clock set mode = 'live', ahead = '1 year'`))
      const { rows } = await live.pool.query('select app.now() = transaction_timestamp() as same')
      expect(rows).toEqual([{ same: true }])
    } finally {
      await live.close()
    }
  })

  it('cannot be moved by the application', async () => {
    await expect(database.pool.query(`update app.clock set ahead = '1 day'`)).rejects.toThrow('permission denied')
  })
})
