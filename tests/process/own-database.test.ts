import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { startEmbedded, type EmbeddedPostgres } from '../../database/embedded.ts'
import { isAlive } from '../../database/postmaster.ts'
import { processesUsingFolder, runProgram } from '../harness/run-program.ts'
import { freePort, startServer, type ServerProcess } from '../harness/server-process.ts'

const password = 'right&proper'

let place: string
let postgres: EmbeddedPostgres
let env: { PORT: string; DATA_DIR: string; DATABASE_URL: string }
let server: ServerProcess
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'process-'))
  postgres = await startPostgres()
  await withConnection(postgres.login('postgres', 'postgres'), async (client) => {
    await client.query(`create role benefits login createrole password '${password}'`)
    await client.query('grant portal_app to benefits')
    await client.query('create database benefits owner benefits')
  })
  env = { PORT: String(await freePort()), DATA_DIR: join(place, 'data'), DATABASE_URL: urlOf('benefits') }
  server = await startServer(env)
})
afterAll(async () => {
  await server.kill()
  await postgres.stop()
  await rm(place, { recursive: true, force: true })
})

it('the portal logs people in with the PostgreSQL of DATABASE_URL, and starts no PostgreSQL of its own', async () => {
  expect(await readiness()).toBe(200)
  expect((await signInAmelia()).status).toBe(200)
  expect(existsSync(join(env.DATA_DIR, 'postgres'))).toBe(false)
  const people = await withConnection({ ...postgres.login('postgres'), database: 'benefits' }, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from account')
    return rows[0]?.count
  })
  expect(people).toBeGreaterThan(240)
})

it('the portal is not ready while the database cannot be reached, and is ready again afterwards', async () => {
  await postgres.stop()
  expect(await readiness()).toBe(503)
  expect(await (await fetch(`${server.address}/health/live`)).json()).toEqual({ status: 'ok' })
  const refused = await signInAmelia()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)

  postgres = await startPostgres()
  await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 60_000 })
  expect((await signInAmelia()).status).toBe(200)
})

it('a database that is newer than the code is refused and not changed', async () => {
  await asOwner("insert into app.migration (number, name, checksum) values (9999, '9999-later.sql', 'x')")
  const ended = await runProgram('server/main.ts', { ...env, PORT: String(await freePort()) })
  await asOwner('delete from app.migration where number = 9999')
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The database is newer than this version of the portal (it has the migration 9999-later.sql): start the newer version.\n',
  })
})

it.each([
  ['nobody listens', 'postgresql://benefits:hunter2@127.0.0.1:1/benefits', /nothing answers there\.\n$/],
  ['no such database', () => urlOf('nowhere'), /there is no such database\.\n$/],
  ['no PostgreSQL address', 'mysql://benefits:hunter2@localhost/benefits', /is not the address of a PostgreSQL: /],
])('a wrong DATABASE_URL is refused with a one-sentence message without its password: %s', async (_, url, why) => {
  const DATABASE_URL = typeof url === 'string' ? url : url()
  const ended = await runProgram('server/main.ts', { ...env, PORT: String(await freePort()), DATABASE_URL })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toMatch(/^[^\n]*DATABASE_URL[^\n]*\.\n$/)
  expect(ended.stderr).toMatch(why)
  expect(ended.stderr).not.toMatch(/hunter2|right&proper|right%26proper/)
})

it(
  'the portal is not ready while the database does not reply, and can be stopped without waiting for it',
  { timeout: 60_000 },
  async () => {
    const frozen = await processesUsingFolder(join(place, 'postgres'))
    // A helper process of PostgreSQL may have ended in the meantime.
    for (const pid of frozen) if (isAlive(pid)) process.kill(pid, 'SIGSTOP')
    try {
      expect(await readiness()).toBe(503)
      expect(await server.stop()).toBe(0)
    } finally {
      for (const pid of frozen) if (isAlive(pid)) process.kill(pid, 'SIGCONT')
    }
    server = await startServer(env)
    expect(await readiness()).toBe(200)
  },
)

it('the PostgreSQL of DATABASE_URL keeps running when the portal stops', async () => {
  const pid = postgres.pid
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toMatch(/\n\s+at |FATAL/)
  expect(await processesUsingFolder(join(place, 'postgres'))).toContain(pid)
  expect(await processesUsingFolder(env.DATA_DIR)).toEqual([])
})

function startPostgres(): Promise<EmbeddedPostgres> {
  return startEmbedded({ dataDir: join(place, 'postgres'), engine: 'installed' })
}

function urlOf(database: string): string {
  const socket = join(place, 'postgres/postgres/socket')
  return `postgresql://benefits:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(socket)}`
}

async function asOwner(statement: string): Promise<void> {
  await withConnection({ connectionString: urlOf('benefits').replace('@/', '@localhost/') }, (client) =>
    client.query(statement),
  )
}

async function readiness(): Promise<number> {
  return (await fetch(`${server.address}/health/ready`)).status
}

function signInAmelia(): Promise<Response> {
  return fetch(`${server.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'amelia.hart@demo.example', password: 'Quartz&94Wren-Loft' }),
  })
}
