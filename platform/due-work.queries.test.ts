import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { newClientId, type ClientId } from '../contract/ids.ts'
import { inClient, type Tx } from '../database/database.ts'
import { transactionTime } from '../database/transaction-time.ts'
import { createTestDatabase } from '../tests/harness/databases.ts'
import { checkData } from './check-data.queries.ts'
import { claimWork, listClientsWithWork, recordWork, workCheck, type WorkKind } from './due-work.queries.ts'

const database = await createTestDatabase({ poolSize: 6 })
await database.rows('create table task (client_id uuid not null, name text not null, due_at timestamptz not null)')
await database.rows('grant select, insert, update, delete on task to portal_app')
afterAll(() => database.close())
beforeEach(() => database.rows('delete from work_due'))

const work: WorkKind = {
  kind: 'mail',
  nextDue: (clientId) => sql`select min(due_at) from task where client_id = ${clientId}`,
}
const listed = () => listClientsWithWork(database.db, work)
const inOwn = <T>(clientId: ClientId, run: (tx: Tx) => Promise<T>) => inClient(database.db, clientId, run)

async function add(tx: Tx, clientId: ClientId, name: string, seconds = 0): Promise<void> {
  const dueAt = sql<string>`${transactionTime} + make_interval(secs => ${seconds})`
  await sql`insert into task values (${clientId}, ${name}, ${dueAt})`.execute(tx)
  await recordWork(tx, clientId, { kind: 'mail', dueAt })
}

async function take(tx: Tx, clientId: ClientId, most: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    delete from task
    where client_id = ${clientId}
      and name in (
        select name
        from task
        where client_id = ${clientId}
          and due_at <= ${transactionTime}
        order by name
        limit ${most}
        for update skip locked
      )
    returning name
  `.execute(tx)
  return rows.map(({ name }) => name)
}

const claim = (clientId: ClientId, most = 10) =>
  inOwn(clientId, (tx) => claimWork(tx, clientId, work, () => take(tx, clientId, most)))

const notes = (clientId: ClientId) =>
  inOwn(clientId, async (tx) => {
    const { rows } = await sql<{ due: boolean }>`
      select due_at <= ${transactionTime} as due
      from work_due
      where client_id = ${clientId}
    `.execute(tx)
    return rows
  })

describe('client with work that is due', () => {
  it('is listed from the commit of the work until the work is done', async () => {
    const [one, other] = [newClientId(), newClientId()]
    expect(await listed()).toEqual([])
    await inOwn(one, (tx) => add(tx, one, 'a'))
    await inOwn(other, async (tx) => {
      await add(tx, other, 'b')
      expect(await listed()).toEqual([one])
    })
    expect(await listed()).toEqual([one, other].toSorted())
    expect(await claim(one)).toEqual(['a'])
    expect(await listed()).toEqual([other])
    expect(await notes(one)).toEqual([])
  })

  it('is listed again for the remaining work, when that work is due', async () => {
    const client = newClientId()
    await inOwn(client, async (tx) => {
      for (const name of ['a', 'b', 'c']) await add(tx, client, name)
      await add(tx, client, 'later', 3_600)
    })
    expect(await claim(client, 2)).toEqual(['a', 'b'])
    expect(await notes(client)).toEqual([{ due: true }])
    expect(await claim(client, 2)).toEqual(['c'])
    expect(await notes(client)).toEqual([{ due: false }])
    expect(await listed()).toEqual([])
    await database.moveClock('PT2H')
    expect(await listed()).toEqual([client])
    expect(await claim(client)).toEqual(['later'])
    expect(await notes(client)).toEqual([])
    await database.moveClock('PT0S')
  })
})

describe("work that is added while another transaction claims the client's work", () => {
  it('remains recorded if it is committed after the claim', async () => {
    const client = newClientId()
    await inOwn(client, (tx) => add(tx, client, 'before'))
    const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const adding = inOwn(client, async (tx) => {
      await add(tx, client, 'meanwhile')
      written.resolve()
      await commit.promise
    })
    await written.promise
    expect(await claim(client)).toEqual(['before'])
    expect(await listed()).toEqual([])
    commit.resolve()
    await adding
    expect(await listed()).toEqual([client])
    expect(await claim(client)).toEqual(['meanwhile'])
  })

  it('is found if it is committed before the claiming transaction ends', async () => {
    const client = newClientId()
    await inOwn(client, (tx) => add(tx, client, 'before'))
    await inOwn(client, (tx) =>
      claimWork(tx, client, work, async () => {
        expect(await take(tx, client, 10)).toEqual(['before'])
        await inOwn(client, (own) => add(own, client, 'meanwhile'))
      }),
    )
    expect(await listed()).toEqual([client])
    expect(await claim(client)).toEqual(['meanwhile'])
    expect(await notes(client)).toEqual([])
  })

  it('is not lost if the claim is rolled back', async () => {
    const client = newClientId()
    await inOwn(client, (tx) => add(tx, client, 'a'))
    await expect(
      inOwn(client, (tx) => claimWork(tx, client, work, () => Promise.reject(new Error('The claim failed')))),
    ).rejects.toThrow('The claim failed')
    expect(await listed()).toEqual([client])
  })

  it('is done only once, even with many workers', async () => {
    const client = newClientId()
    const names = Array.from({ length: 40 }, (_, number) => `task ${number}`)
    const done: string[] = []
    const adding = names.map((name) => inOwn(client, (tx) => add(tx, client, name)))
    const working = Array.from({ length: 3 }, async () => {
      while (done.length < names.length) for (const found of await listed()) done.push(...(await claim(found, 3)))
    })
    await Promise.all([...adding, ...working])
    expect(done.toSorted()).toEqual(names.toSorted())
    expect(await claim(client)).toEqual([])
    expect(await listed()).toEqual([])
  })
})

it('the data check finds and repairs work whose record is missing or not due in time', async () => {
  const client = newClientId()
  const check = (repair: boolean) =>
    inClient(database.db, client, (tx, clock) => checkData(tx, client, { checks: [workCheck(work)], repair, clock }))
  await inOwn(client, (tx) => add(tx, client, 'a'))
  expect(await check(false)).toEqual({ found: [], left: [] })
  await database.rows(`update work_due set due_at = 'infinity'`)
  expect(await check(false)).toMatchObject({ found: ['work_due mail is missing'] })
  await database.rows('delete from work_due')
  expect(await check(true)).toEqual({ found: ['work_due mail is missing'], left: [] })
  expect(await claim(client)).toEqual(['a'])
  expect(await check(false)).toEqual({ found: [], left: [] })
})
