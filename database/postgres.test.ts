import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { withConnection } from './bootstrap.ts'
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { StartError } from './start-error.ts'
import { asStartError, findPostgres, isDatabaseDown, openPool, type TimeLimits } from './postgres.ts'

const patience: TimeLimits = {
  statementTimeoutMs: 20_000,
  lockTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 20_000,
  connectionTimeoutMs: 10_000,
}
const impatience: TimeLimits = { ...patience, statementTimeoutMs: 1_000, lockTimeoutMs: 500 }

let folder: string
let server: EmbeddedPostgres
let host: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-'))
  await (await startEmbedded({ dataDir: folder })).stop()
  const rules = join(folder, 'postgres/cluster/pg_hba.conf')
  await writeFile(rules, `local all guarded scram-sha-256\n${await readFile(rules, 'utf8')}`)
  server = await startEmbedded({ dataDir: folder })
  host = encodeURIComponent(server.login('postgres').host)
  await withConnection(server.login('postgres', 'postgres'), async (client) => {
    await client.query('drop database portal with (force)')
    await client.query('drop role portal_app')
    await client.query(`create role guarded login createrole password 'right&proper'`)
    await client.query('create role modest login')
    await client.query('create database benefits owner guarded')
    await client.query('create database modest owner modest')
  })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const url = (user: string, password: string, database = 'benefits') =>
  `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${host}`

describe('refusal of a connection by the database', () => {
  const refusal = (code: string, message: string) => {
    const fields = `SFATAL\0C${code}\0M${message}\0\0`
    const length = Buffer.alloc(4)
    length.writeInt32BE(fields.length + 4)
    return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])
  }
  it.each([
    ['a wrong password at pgbouncer', refusal('08P01', 'password authentication failed'), /password is refused/],
    [
      'settings of a connection',
      refusal('08P01', 'unsupported startup parameter: options'),
      /DATABASE_APP_URL is needed/,
    ],
    ['a database unknown to pgbouncer', refusal('08P01', 'no such database: benefits'), /no such database/],
    ['a pooler without its server', refusal('08P01', 'server login has been failing'), /pooler cannot reach/],
    ['too many clients', refusal('53300', 'sorry, too many clients already'), /no free connection/],
    ['a server that starts', refusal('57P03', 'the database system is starting up'), /is starting/],
    ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), /cannot be used/],
    ['nothing but a closed connection', Buffer.alloc(0), /cannot be used/],
  ])('is reported with a one-sentence message: %s', async (_, answer, why) => {
    const fake = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(answer)))
    await once(fake.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void fake.close())
    // A TCP server that listens has an address with a port.
    const { port } = fake.address() as AddressInfo
    const databaseUrl = `postgresql://benefits:hunter2@127.0.0.1:${port}/benefits`
    const failure: unknown = await findPostgres({ databaseUrl, dataDir: folder, patience }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(StartError)
    expect(String(failure)).toMatch(why)
    expect(String(failure)).not.toMatch(/hunter2|undefined|\n/)
    const later: unknown = await migrate({ connectionString: databaseUrl }).catch((error: unknown) =>
      asStartError(error),
    )
    expect(later).toBeInstanceOf(StartError)
  })
})

describe('separate database', () => {
  it('is migrated as its owner but used in another role, which a query cannot leave by `reset` [S-49]', async () => {
    const postgres = await findPostgres({ databaseUrl: url('guarded', 'right&proper'), dataDir: folder, patience })
    await migrate(postgres.owner)
    const pool = openPool(postgres.app, { size: 1, patience, onError: () => undefined })
    try {
      const who =
        'select current_user as user, rolsuper or rolbypassrls as powerful from pg_roles where rolname = current_user'
      const expected = [{ user: 'portal_app', powerful: false }]
      expect((await pool.query(who)).rows).toEqual(expected)
      await pool.query('reset role')
      await pool.query('discard all')
      expect((await pool.query(who)).rows).toEqual(expected)
      await expect(pool.query('create table public.mine ()')).rejects.toThrow('permission denied')
    } finally {
      await pool.end()
    }
  })

  it('is unchanged by the next start', async () => {
    const postgres = await findPostgres({ databaseUrl: url('guarded', 'right&proper'), dataDir: folder, patience })
    expect(await migrate(postgres.owner)).toEqual([])
  })

  it('can have a separate database role for queries, unless that role bypasses row-level security [S-49]', async () => {
    const databaseUrl = url('guarded', 'right&proper')
    const modest = { databaseUrl, databaseAppUrl: url('modest', ''), dataDir: folder, patience }
    await expect(findPostgres(modest)).rejects.toThrow('"grant portal_app to modest"')
    await withConnection(server.login('postgres', 'postgres'), (client) => client.query('grant portal_app to modest'))
    const { app, sendsOptions } = await findPostgres(modest)
    const pool = openPool(app, { size: 1, patience, sendsOptions, onError: () => undefined })
    expect((await pool.query('select current_user as user, count(*) from client')).rows).toEqual([
      { user: 'modest', count: 0n },
    ])
    // The timeout is set on the database role, because a connection pooler would refuse it as a start-up option.
    expect(pool.options.connectionString).not.toContain('options')
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '20s' }])
    await pool.end()

    for (const databaseAppUrl of [url('postgres', ''), databaseUrl]) {
      await expect(findPostgres({ databaseUrl, databaseAppUrl, dataDir: folder, patience })).rejects.toThrow(
        /bypasses row-level security/,
      )
    }
  })
})

describe('an invalid DATABASE_URL is refused with a one-sentence message without its password', () => {
  it.each([
    ['a wrong password', () => url('guarded', 'hunter2'), /the user name or the password is refused/],
    ['an unknown database', () => url('guarded', 'right&proper', 'nowhere'), /there is no such database/],
    [
      'nobody listening',
      () => 'postgresql://guarded:hunter2@127.0.0.1:1/benefits',
      /127\.0\.0\.1:1\/benefits.*nothing answers there/,
    ],
    [
      'an unknown host',
      () => 'postgresql://guarded:hunter2@db.invalid/benefits',
      /db\.invalid:5432\/benefits.*there is no such host/,
    ],
    [
      'another kind of address',
      () => 'mysql://guarded:hunter2@localhost/benefits',
      /is not the address of a PostgreSQL/,
    ],
    ['no address at all', () => 'hunter2', /is not the address of a PostgreSQL/],
    [
      'an owner without the right to the application’s role',
      () => url('modest', '', 'modest'),
      /let an administrator run/,
    ],
  ])('%s', async (_what, address, sentence) => {
    await withConnection(server.login('postgres', 'postgres'), (client) =>
      client.query('revoke portal_app from modest'),
    )
    const refused = await findPostgres({ databaseUrl: address(), dataDir: folder, patience }).catch(
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) })
    expect(refused).toMatchObject({ message: expect.stringMatching(/^[^\n]*\.$/) })
    expect(refused).toMatchObject({ message: expect.not.stringMatching(/hunter2|right&proper|right%26proper/) })
  })
})

describe('pool', () => {
  it('cancels statements, locks and connections that take too long', async () => {
    const owner = server.login('portal_owner', 'postgres')
    const pool = openPool(owner, { size: 2, patience: impatience, onError: () => undefined })
    try {
      await expect(pool.query('select pg_sleep(60)')).rejects.toThrow('statement timeout')
      const [one, two] = [await pool.connect(), await pool.connect()]
      await one.query('select pg_advisory_lock(1)')
      await expect(two.query('select pg_advisory_lock(1)')).rejects.toThrow('lock timeout')
      one.release()
      two.release()
    } finally {
      await pool.end()
    }
    const narrow = openPool(owner, {
      size: 1,
      patience: { ...patience, connectionTimeoutMs: 1_000 },
      onError: () => undefined,
    })
    try {
      // On a busy machine, the first connection may take as long as the time limit.
      const only = await vi.waitFor(() => narrow.connect())
      const second = await narrow.query('select 1').catch((error: unknown) => error)
      expect(second).toBeInstanceOf(Error)
      expect(isDatabaseDown(second)).toBe(true)
      only.release()
    } finally {
      await narrow.end()
    }
  })

  it('treats a worker that Citus has lost as an unreachable database', () => {
    // This Citus error has no code, unlike the error of an unreachable worker (08006).
    const lost = 'could not commit transaction for shard 102049 on at least one active node'
    expect(isDatabaseDown(new Error(lost))).toBe(true)
  })

  it('distinguishes an unreachable database from an invalid query', async () => {
    const away = openPool({ host: '127.0.0.1', port: 1 }, { size: 1, patience, onError: () => undefined })
    expect(isDatabaseDown(await away.query('select 1').catch((error: unknown) => error))).toBe(true)
    await away.end()
    const there = openPool(server.login('portal_owner', 'postgres'), { size: 1, patience, onError: () => undefined })
    expect(isDatabaseDown(await there.query('select nothing from nowhere').catch((error: unknown) => error))).toBe(
      false,
    )
    await there.end()
  })
})
