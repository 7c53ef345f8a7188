import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { processesUsingFolder, root, runProgram } from '../harness/run-program.ts'
import { isLong } from '../harness/long-tests.ts'
import { freePort, startServer, type ServerProcess } from '../harness/server-process.ts'
import { worldMoment } from '../harness/world.ts'
import { giftsByVersion, signIn, type Writer } from '../faults/repeated-changes.ts'

// All tests share one data folder and one server. Each test continues from the state that the previous one leaves.
let place: string
let dataDir: string
let env: { PORT: string; DATA_DIR: string; EXAMPLE_PAST: 'on' | 'off' }
let server: ServerProcess
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'process-'))
  dataDir = join(place, 'data')
  env = { PORT: String(await freePort()), DATA_DIR: dataDir, EXAMPLE_PAST: isLong ? 'on' : 'off' }
  // In early April no choice can take effect within the scheme year, so the clock is set.
  server = await startServer({ ...env, CLOCK: worldMoment })
})
afterAll(async () => {
  await server.kill()
  await vi.waitUntil(async () => (await processesUsingFolder(dataDir)).length === 0, { timeout: 60_000 })
  await rm(place, { recursive: true, force: true })
})

it('the server prints its addresses and logins, and uses the port of PORT and the data folder of DATA_DIR', async () => {
  expect(server.output()).toContain(`http://localhost:${env.PORT}\n`)
  expect(server.output()).toContain(`http://plain.localhost:${env.PORT}\n`)
  for (const email of ['amelia.hart@demo.example', 'grace.lin@demo.example', 'max.plain@plain.example']) {
    expect(server.output()).toContain(email)
  }
  expect(await readiness()).toBe(200)
  expect(existsSync(join(dataDir, 'postgres/cluster/PG_VERSION'))).toBe(true)
  expect(await processesUsingFolder(dataDir)).not.toEqual([])
})

it('the server does not start on a port that is in use', async () => {
  const second = await runProgram('server/main.ts', { ...env, DATA_DIR: join(place, 'other') })
  expect(second).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${env.PORT} is in use. Stop what uses it, or choose another one with PORT.\n`,
  })
  expect(await processesUsingFolder(join(place, 'other'))).toEqual([])
  expect(await readiness()).toBe(200)
})

it("an invalid scheme folder changes nothing, and the command lists the folder's errors", async () => {
  const folder = join(place, 'spoiled')
  await cp(join(root, 'examples/demo'), folder, { recursive: true })
  await spoil(join(folder, 'client.yaml'), "'#0B5D5E'", 'teal')
  await spoil(join(folder, 'benefits/dental.yaml'), 'rates: dental', 'rates: teeth')
  const before = await counts()
  const running = await lockFile()

  const { code, stdout, stderr } = await runProgram('scripts/portal.ts', env, ['apply', folder])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^benefits\/dental\.yaml:\d+ There is no rate table "teeth"$/),
    expect.stringMatching(/^client\.yaml:\d+ "theme\.primaryColour": /),
    'Nothing was changed.',
  ])
  expect(await counts()).toEqual(before)
  const theme = await (await fetch(`${server.address}/api/v1/schemes/demo`)).json()
  expect(theme).toMatchObject({ theme: { primaryColour: '#0b5d5e' } })
  // The lock file is unchanged, so the command used the running PostgreSQL.
  expect(await lockFile()).toBe(running)
})

const lockFile = () => readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')

it('a list of employees that differs from its source data is found and repaired while the portal runs', async () => {
  const client = await asSuperuser()
  await client.query("update employee set surname = 'Wrong' where email = 'amelia.hart@demo.example'")
  await client.end()
  const wrong = expect.stringMatching(/^client \S+: employee \S+: surname\n/)
  const check = (...words: string[]) => runProgram('scripts/portal.ts', env, ['check-data', ...words])
  expect(await check()).toEqual({ code: 1, stdout: '', stderr: wrong })
  expect(await check('--repair')).toEqual({ code: 0, stdout: wrong, stderr: '' })
  expect(await check()).toEqual({ code: 0, stdout: 'No differences.\n', stderr: '' })
})

it.each(isLong ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
  'the server completes requests in progress at %s, leaves no process, and keeps its data for the next start',
  async (signal) => {
    const amelia = await signIn(server, 'amelia.hart@demo.example')
    const before = await giftsByVersion(server, amelia)
    const loaded = await counts()
    const hold = await holdSelections()
    const amount = 20 + before.size
    const answer = changeGift(amelia, amount)
    await hold.somebodyWaits()

    const ended = server.stop(signal)
    await vi.waitUntil(async () => (await readiness()) !== 200, { timeout: 60_000 })
    await hold.letGo()
    expect((await answer).status).toBe(200)
    expect(await ended).toBe(0)
    expect(await processesUsingFolder(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false)
    expect(server.output()).not.toMatch(/error|FATAL|\n\s+at /i)

    server = await startServer(env)
    const after = await giftsByVersion(server, await signIn(server, amelia.email))
    expect([...after.values()].toSorted(byNumber)).toEqual([...before.values(), amount].toSorted(byNumber))
    expect(await counts()).toEqual({ ...loaded, selection_version: loaded['selection_version']! + 1 })
  },
)

it('the server exits with 0 and leaves no process if it is stopped before it is ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const starting = startServer({ PORT: String(await freePort()), DATA_DIR: folder })
  starting.catch(() => undefined)
  const first = await vi.waitUntil(async () => (await processesUsingFolder(folder))[0], { timeout: 60_000 })
  process.kill(await parentOf(first), 'SIGINT')
  await expect(starting).rejects.toThrow(/^The server ended with code 0:\n$/)
  await vi.waitUntil(async () => (await processesUsingFolder(folder)).length === 0, { timeout: 60_000 })
})

it('the server ends when npm start is killed', async () => {
  expect(await server.stop()).toBe(0)
  server = await startServer(env, 'scripts/start.mjs')
  expect(await readiness()).toBe(200)
  await server.kill()
  await vi.waitUntil(async () => (await processesUsingFolder(dataDir)).length === 0, { timeout: 60_000 })
  expect(await readiness()).toBe('nobody there')
})

// npm starts a shell, and the shell starts the server. Signals to npm reach at most the shell.
it.each(isLong ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const))(
  'the server ends when only the npm process gets %s',
  async (signal) => {
    expect(await readiness()).toBe('nobody there')
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, ...env, MODE: 'demo', LOG_LEVEL: 'error' },
      stdio: 'ignore',
    })
    await vi.waitUntil(async () => (await readiness()) === 200, { timeout: 100_000, interval: 200 })
    npm.kill(signal)
    await once(npm, 'exit')
    await vi.waitUntil(async () => (await processesUsingFolder(dataDir)).length === 0, { timeout: 60_000 })
    expect(await readiness()).toBe('nobody there')
  },
)

it.runIf(isLong)('the server ends if the process that started it ends before the server is ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: { ...process.env, MODE: 'demo', LOG_LEVEL: 'error', PORT: String(await freePort()), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await processesUsingFolder(folder)).toEqual([])
})

const byNumber = (one: number, other: number): number => one - other

async function readiness(): Promise<number | 'nobody there'> {
  try {
    return (await fetch(`${server.address}/health/ready`, { headers: { connection: 'close' } })).status
  } catch {
    return 'nobody there'
  }
}

function changeGift({ token, benefitId }: Writer, amount: number): Promise<Response> {
  return fetch(`${server.address}/api/v1/benefit/${benefitId}/selection`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-bearer-token': `Bearer ${token}`,
    },
    body: JSON.stringify({ values: { amount } }),
  })
}

async function asSuperuser(): Promise<Client> {
  const client = new Client({ host: join(dataDir, 'postgres/socket'), user: 'postgres', database: 'portal' })
  await client.connect()
  return client
}

async function counts(): Promise<Record<string, number>> {
  const client = await asSuperuser()
  const found: Record<string, number> = {}
  for (const table of ['client', 'account', 'benefit', 'selection', 'selection_version', 'employment_fact']) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
    found[table] = rows[0]?.count ?? 0
  }
  await client.end()
  return found
}

async function holdSelections() {
  const client = await asSuperuser()
  await client.query('begin')
  await client.query('lock table selection in exclusive mode')
  return {
    somebodyWaits: () =>
      vi.waitUntil(
        async () => {
          const { rowCount } = await client.query("select from pg_stat_activity where wait_event_type = 'Lock'")
          return rowCount === 1
        },
        { timeout: 60_000 },
      ),
    letGo: () => client.end(),
  }
}

async function spoil(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
}
