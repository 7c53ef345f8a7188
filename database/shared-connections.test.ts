import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import type { ClientId } from '../contract/ids.ts'
import { createTestDatabase, type TestDatabase } from '../tests/harness/databases.ts'
import { askInClient, inClient, type PortalDatabase } from './database.ts'
import { isDatabaseDown } from './postgres.ts'

async function database(poolSize: number): Promise<TestDatabase> {
  const made = await createTestDatabase({ poolSize })
  onTestFinished(() => made.close())
  return made
}

const many = Array.from({ length: 60 }, (_, place) => place)

/** One over the place, of a client of its own; what the connection says of client and process, beside it. */
async function divided(db: PortalDatabase, by: number) {
  const clientId = randomUUID() as ClientId
  const seen = sql<{ client: string; pid: number }>`
    select current_setting('app.client_id') as client, pg_backend_pid() as pid
  `
  const part = sql<{ part: number }>`select 1000 / ${by}::integer as part`
  const { first, second } = await askInClient(db, clientId, [part.compile(db), seen.compile(db)])
  return { part: first[0]?.part, isOwn: second[0]?.client === clientId, pid: second[0]?.pid }
}

it('lets a third of the connections carry what many ask, each in a transaction and a client of its own', async () => {
  const { db } = await database(6)
  const answers = await Promise.all(many.slice(0, 30).map((place) => divided(db, place + 1)))
  expect(answers.map(({ part, isOwn }) => ({ part, isOwn }))).toEqual(
    many.slice(0, 30).map((place) => ({ part: Math.floor(1000 / (place + 1)), isOwn: true })),
  )
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2)
})

it('leaves the others to those who need one for themselves', async () => {
  const { db, pool } = await database(3)
  await inClient(db, randomUUID() as ClientId, async () => {
    const asked = many.slice(0, 16).map((place) => divided(db, place + 1))
    expect([pool.totalCount, pool.waitingCount]).toEqual([2, 0])
    await Promise.all(asked)
  })
  expect(pool.idleCount).toBe(2)
})

it('takes further connections where each shared one has enough to do, and gives all of them back', async () => {
  const { db, pool } = await database(6)
  const answers = await Promise.all(many.map((place) => divided(db, place + 1)))
  expect(answers.every(({ isOwn }) => isOwn)).toBe(true)
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(6)
  expect([pool.idleCount, pool.waitingCount]).toEqual([6, 0])
})

it('fails for one alone, also when those behind it rely on what it should have had kept', async () => {
  const { db } = await database(1)
  // The second time gives the texts their names. Whoever comes first has them kept, and here fails before the last of them.
  await divided(db, 1)
  const asked = await Promise.allSettled([0, 1, 0, 2, 4].map((by) => divided(db, by)))
  expect(asked.map((one) => (one.status === 'fulfilled' ? one.value.part : String(one.reason)))).toEqual([
    expect.stringContaining('division by zero'),
    1000,
    expect.stringContaining('division by zero'),
    500,
    250,
  ])
  expect(asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.isOwn] : []))).toEqual([true, true, true])
})

it('goes on with another connection after one broke under several', async () => {
  const { db, pool } = await database(1)
  const one = sql<{ one: number }>`select 1 as one`.compile(db)
  const broken = sql`select pg_terminate_backend(pg_backend_pid())`.compile(db)
  const client = randomUUID() as ClientId
  const asked = await Promise.allSettled(
    [[one, broken] as const, [one, one] as const].map((each) => askInClient(db, client, each)),
  )
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  for (const each of asked) expect(each.status === 'rejected' && isDatabaseDown(each.reason)).toBe(true)
  expect((await divided(db, 8)).part).toBe(125)
  expect(pool.totalCount).toBe(1)
})

it('tells everybody who waits for the same connection that there is none', async () => {
  const { db, pool } = await database(1)
  await pool.end()
  const asked = await Promise.allSettled([1, 2].map((by) => divided(db, by)))
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
