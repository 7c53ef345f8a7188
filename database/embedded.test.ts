import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findBinaries } from './postgres-binaries.ts'
import { withConnection } from './bootstrap.ts'
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts'
import { openPool } from './postgres.ts'
import { isAlive } from './postmaster.ts'

let dataDir: string
const started: EmbeddedPostgres[] = []
const processes: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-'))
})

afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop()
  for (const child of processes.splice(0)) if (isRunning(child)) child.kill('SIGKILL')
  await vi.waitUntil(async () => (await processesOn(dataDir)).length === 0, { timeout: 60_000 })
  await rm(dataDir, { recursive: true, force: true })
})

describe('embedded PostgreSQL', () => {
  it('stores data durably, on a socket that only its own user can open', async () => {
    const first = await start()
    expect(first.part).toBe('owner')
    await save(first, 'kept')
    const settings = await withConnection(first.login('portal_app'), async (client) => {
      const { rows } = await client.query<{ name: string; setting: string }>(
        `select name, setting from pg_settings where name = any ($1) order by name`,
        [['data_checksums', 'fsync', 'full_page_writes', 'listen_addresses', 'server_encoding', 'synchronous_commit']],
      )
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
    })
    expect(settings).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    })
    expect((await stat(first.login('portal_app').host)).mode & 0o777).toBe(0o700)
    await first.stop()
    expect(await processesOn(dataDir)).toEqual([])

    const second = await start()
    expect(await saved(second)).toEqual(['kept'])
  })

  it('runs the portal in a role that neither owns the schema nor bypasses row-level security, and sorts names as people expect [S-49]', async () => {
    const postgres = await start()
    const roles = await withConnection(postgres.login('portal_app'), async (client) => {
      const { rows } = await client.query(`
        select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as powerful,
               pg_has_role('portal_app', rolname, 'member') as "app may be"
        from pg_roles where rolname like 'portal%' order by rolname`)
      return rows
    })
    expect(roles).toEqual([
      { rolname: 'portal_app', powerful: false, 'app may be': true },
      { rolname: 'portal_owner', powerful: false, 'app may be': false },
    ])
    const { rows } = await withConnection(postgres.login('portal_app'), (client) =>
      client.query(`
        select (select string_agg(name, ' ' order by name) from (values ('Zoe'), ('adam'), ('Émile'), ('Fay')) t (name)) as names,
               (select proleakproof from pg_proc where oid = 'textlike(text, text)'::regprocedure) as leakproof`),
    )
    expect(rows).toEqual([{ names: 'adam Émile Fay Zoe', leakproof: true }])
  })

  it("puts its socket in another folder if the data folder's name is long", async () => {
    const long = join(dataDir, 'a-folder-with-quite-a-long-name'.repeat(4))
    const postgres = await start(long)
    const { host } = postgres.login('portal_app')
    expect(host.startsWith(tmpdir())).toBe(true)
    expect(Buffer.byteLength(join(host, '.s.PGSQL.5432'))).toBeLessThan(107)
    expect((await stat(host)).mode & 0o777).toBe(0o700)
    await save(postgres, 'far away')
    expect(await saved(postgres)).toEqual(['far away'])
    await postgres.stop()
    await rm(host, { recursive: true })
  })

  it('can be used by a second process, and keeps running when that process ends', async () => {
    const postgres = await start()
    const other = await startProcess()
    expect(other.said).toMatchObject({ part: 'joined', pid: postgres.pid })
    other.child.kill('SIGTERM')
    expect(await once(other.child, 'exit')).toEqual([0, null])
    await save(postgres, 'still here')
    expect(await saved(postgres)).toEqual(['still here'])
  })

  it('belongs to only one of two processes that start on an empty folder at the same time', async () => {
    const both = await Promise.all([startProcess(), startProcess()])
    expect(both.map(({ said }) => said.part).toSorted()).toEqual(['joined', 'owner'])
    expect(both[0].said.pid).toBe(both[1].said.pid)
  })

  it('is taken over by the second process when the process that started it ends', async () => {
    const owner = await startProcess()
    const joined = await start()
    expect(joined.part).toBe('joined')
    owner.child.kill('SIGTERM')
    await once(owner.child, 'exit')
    await vi.waitFor(() => expect(joined.part).toBe('owner'), { timeout: 60_000 })
    await save(joined, 'mine now')
  })

  it('restarts after a crash with every saved row, and the pool reconnects', async () => {
    const postgres = await start()
    await save(postgres, 'before')
    const pool = openPool(postgres.login('portal_owner'), {
      size: 3,
      patience: {
        statementTimeoutMs: 30_000,
        lockTimeoutMs: 30_000,
        idleInTransactionTimeoutMs: 30_000,
        connectionTimeoutMs: 30_000,
      },
      onError: () => undefined,
    })
    try {
      await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.01)')))
      const crashed = postgres.pid
      process.kill(crashed, 'SIGKILL')
      await vi.waitFor(() => expect(postgres.pid).not.toBe(crashed), { timeout: 60_000 })
      await vi.waitFor(() => pool.query('select 1'), { timeout: 60_000 })
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => pool.query('select what from saved')))
      expect(answers.map(({ rows }) => rows)).toEqual(answers.map(() => [{ what: 'before' }]))
    } finally {
      await pool.end()
    }
  })

  it('ends when the portal is killed, and starts again despite the old lock file', async () => {
    const portal = await startProcess()
    portal.child.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(portal.said.pid)).toBe(false), { timeout: 60_000 })
    expect((await start()).part).toBe('owner')
  })

  it('starts again after the portal and PostgreSQL were killed, with all committed data', async () => {
    const portal = await startProcess()
    const login = {
      host: join(dataDir, 'postgres/socket'),
      port: 5432,
      user: 'portal_owner',
      database: 'portal',
    } as const
    await withConnection(login, async (client) => {
      await client.query('create table saved (what text)')
      await client.query(saveSql, ['acknowledged'])
    })
    // Stops the portal first. Otherwise the portal would start another PostgreSQL, or shut this one down properly.
    portal.child.kill('SIGSTOP')
    process.kill(portal.said.pid, 'SIGKILL')
    portal.child.kill('SIGKILL')
    await once(portal.child, 'exit')
    expect(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).toContain(String(portal.said.pid))
    expect(await saved(await start())).toEqual(['acknowledged'])
  })

  it('ignores a lock file whose process id now belongs to another program, and an empty lock file of a start that was killed', async () => {
    await (await start()).stop()
    const file = join(dataDir, 'postgres/cluster/postmaster.pid')
    const stranger = spawn('tail', ['-f', '/dev/null'], { stdio: 'ignore' })
    processes.push(stranger)
    const socket = join(dataDir, 'postgres/socket')
    const lock = [
      stranger.pid,
      join(dataDir, 'postgres/cluster'),
      1700000000,
      5432,
      socket,
      '',
      '  1 2',
      'ready',
      '',
    ].join('\n')
    await writeFile(file, lock)
    await writeFile(join(socket, '.s.PGSQL.5432.lock'), lock)
    const second = await start()
    expect(second.part).toBe('owner')
    expect(isRunning(stranger)).toBe(true)

    await second.stop()
    await writeFile(file, '')
    const aMinuteAgo = Date.now() / 1000 - 60
    await utimes(file, aMinuteAgo, aMinuteAgo)
    expect((await start()).part).toBe('owner')
  })

  it('runs for a user who is not root', async () => {
    // Tests run by root use a user namespace in which root is an ordinary user.
    const ordinary = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : []
    const portal = await startProcess(ordinary)
    expect(portal.said.part).toBe('owner')
    expect(portal.said.user).not.toBe(0)
    portal.child.kill('SIGTERM')
    expect(await once(portal.child, 'exit')).toEqual([0, null])
  })
})

describe('a start that is not possible prints one sentence', () => {
  it('for a data folder that cannot be written to', async () => {
    await writeFile(join(dataDir, 'file'), '')
    await expect(startEmbedded({ dataDir: join(dataDir, 'file/data') })).rejects.toThrow(
      /^The data folder .*file\/data cannot be written to \(a file is in the way\): .*DATA_DIR.*\.$/,
    )
    await expect(startEmbedded({ dataDir: '/proc/portal' })).rejects.toThrow(
      /^The data folder \/proc\/portal cannot be written to/,
    )
  })

  it('for data of another PostgreSQL version', async () => {
    const cluster = join(dataDir, 'postgres/cluster')
    await mkdir(cluster, { recursive: true })
    await writeFile(join(cluster, 'PG_VERSION'), '12\n')
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /^The data in .*cluster belongs to PostgreSQL 12, but the portal runs PostgreSQL \d+: .*\.$/,
    )
  })

  it('for a machine without any PostgreSQL', async () => {
    const found = findBinaries({
      linkFolder: dataDir,
      machine: { platform: 'plan9', arch: 'mips' },
      installedIn: dataDir,
    })
    await expect(found).rejects.toThrow(/^No PostgreSQL was found that runs on plan9-mips: .*DATABASE_URL.*\.$/)
  })

  it('for data that PostgreSQL itself refuses', async () => {
    await (await start()).stop()
    await writeFile(join(dataDir, 'postgres/cluster/postgresql.conf'), 'no_such_setting = 1\n')
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /^PostgreSQL did not start on .*: configuration file .* contains errors\.$/,
    )
  })
})

interface Said {
  part: 'owner' | 'joined'
  pid: number
  user: number
}

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir: folder })
  started.push(postgres)
  return postgres
}

async function startProcess(prefix: string[] = []): Promise<{ child: ChildProcess; said: Said }> {
  const program = join(import.meta.dirname, '../tests/harness/run-postgres.ts')
  const [command, ...args] = [...prefix, process.execPath, program]
  const child = spawn(command, args, { env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'pipe'] })
  processes.push(child)
  const printed = await new Promise<string>((resolve, reject) => {
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    child.once('exit', () => reject(new Error(errors)))
  })
  return { child, said: JSON.parse(printed) as Said }
}

const saveSql = 'insert into saved (what) values ($1)'

async function save(postgres: EmbeddedPostgres, what: string): Promise<void> {
  await withConnection(postgres.login('portal_owner'), async (client) => {
    await client.query('create table if not exists saved (what text)')
    await client.query(saveSql, [what])
  })
}

async function saved(postgres: EmbeddedPostgres): Promise<string[]> {
  const { rows } = await withConnection(postgres.login('portal_owner'), (client) =>
    client.query<{ what: string }>('select what from saved order by what'),
  )
  return rows.map(({ what }) => what)
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function processesOn(folder: string): Promise<number[]> {
  const ids = (await readdir('/proc')).map(Number).filter(Boolean)
  const found = await Promise.all(
    ids.map(async (id) => ((await readlink(`/proc/${id}/cwd`).catch(() => '')).startsWith(folder) ? id : undefined)),
  )
  return found.filter((id) => id !== undefined)
}
