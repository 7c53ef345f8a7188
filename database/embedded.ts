import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { findBinaries, type PostgresBinaries, type PostgresSource } from './postgres-binaries.ts'
import { preparePortalDatabase, type Login } from './bootstrap.ts'
import { makeFolders, type DataFolders } from './data-folders.ts'
import { findLauncher, type Launcher } from './postgres-launcher.ts'
import { isAlive, livePostmaster, removeStaleLock } from './postmaster.ts'
import { StartError } from './start-error.ts'
import { systemErrorCode } from './system-error-code.ts'

export interface EmbeddedPostgres {
  readonly part: 'owner' | 'joined'
  readonly pid: number
  login(user: Login['user'], database?: string): Login
  /** If another process started PostgreSQL, it keeps running. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  engine?: PostgresSource | undefined
  settings?: Record<string, string>
  log?: (line: string) => void
  leaving?: AbortSignal
}

const startTimeoutMs = 300_000
const stopTimeoutMs = 60_000
const firstRestartDelayMs = 50
const longestRestartDelayMs = 5_000
const lookEveryMs = 20
const watchEveryMs = 500

interface Place {
  folders: DataFolders
  binaries: PostgresBinaries
  launcher: Launcher
  settings: Record<string, string>
  log: (line: string) => void
}

type Running = { part: 'owner'; pid: number; child: ChildProcess } | { part: 'joined'; pid: number }

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const stopping = new AbortController()
  options.leaving?.addEventListener('abort', () => stopping.abort())
  const location = await findPlace(options)
  let running = await startOrJoin(location, stopping.signal)
  let restarting: Promise<void> | undefined

  watch()

  function watch(): void {
    if (running.part === 'owner') {
      const { child } = running
      if (child.exitCode !== null || child.signalCode !== null) onEnd()
      else child.once('exit', onEnd)
      return
    }
    const { pid } = running
    const timer = setInterval(() => {
      if (stopping.signal.aborted) clearInterval(timer)
      else if (!isAlive(pid)) {
        clearInterval(timer)
        onEnd()
      }
    }, watchEveryMs)
    timer.unref()
  }

  function onEnd(): void {
    if (stopping.signal.aborted) return
    location.log('PostgreSQL has ended; starting it again')
    restarting = restart().finally(() => (restarting = undefined))
  }

  async function restart(): Promise<void> {
    for (
      let delay = firstRestartDelayMs;
      !stopping.signal.aborted;
      delay = Math.min(delay * 2, longestRestartDelayMs)
    ) {
      try {
        running = await startOrJoin(location, stopping.signal)
        watch()
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        location.log(`PostgreSQL could not be started again: ${String(error)}`)
        await wait(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    get part() {
      return running.part
    },
    get pid() {
      return running.pid
    },
    login: (user, database) => login(location, user, database),
    async stop() {
      stopping.abort()
      await restarting
      if (running.part === 'owner') await end(running.child)
    },
  }
}

async function findPlace({ dataDir, engine, settings = {}, log = () => undefined }: EmbeddedOptions): Promise<Place> {
  if (process.platform === 'win32') {
    throw new StartError(
      'On Windows the portal needs DATABASE_URL to name a running PostgreSQL, or to be started in WSL.',
    )
  }
  const folders = await makeFolders(dataDir)
  const binaries = await findBinaries({ engine, linkFolder: join(folders.home, 'links') })
  const launcher = await findLauncher({
    program: binaries.postgres,
    folder: folders.home,
    socket: folders.socket,
    environment: binaries.environment,
  })
  return { folders, binaries, launcher, settings, log }
}

/** Starts PostgreSQL, or joins the one that another process runs on the same data. */
async function startOrJoin(location: Place, stopping: AbortSignal): Promise<Running> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    stopping.throwIfAborted()
    const live = await livePostmaster(location.folders.cluster)
    if (live) {
      location.folders.socket = live.socket
      if (await answers(login(location, 'portal_owner'))) return { part: 'joined', pid: live.pid }
    } else {
      await makeCluster(location)
      await removeStaleLock(location.folders.cluster)
      const child = await tryStart(location, { stopping, deadline })
      // A child that accepts connections has been spawned, and has a process id.
      if (child) return { part: 'owner', pid: child.pid!, child }
    }
    await wait(lookEveryMs)
  }
  throw new StartError(
    `PostgreSQL on ${location.folders.cluster} did not answer within ${startTimeoutMs / 1000} seconds.`,
  )
}

function login(location: Place, user: Login['user'], database = 'portal'): Login {
  return { host: location.folders.socket, port: 5432, user, database }
}

/** Creates the cluster if missing. Builds it in a temporary folder first, so that an unfinished cluster is never used. */
async function makeCluster(location: Place): Promise<void> {
  const { cluster } = location.folders
  const major = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (major !== undefined) {
    if (Number(major) === location.binaries.major) return
    throw new StartError(
      `The data in ${cluster} belongs to PostgreSQL ${major.trim()}, but the portal runs PostgreSQL ${location.binaries.major}:` +
        ' migrate it with pg_upgrade or a dump, or set DATA_DIR to another folder.',
    )
  }
  const making = `${cluster}.making-${process.pid}`
  await rm(making, { recursive: true, force: true })
  const { program, ended } = run(location, location.binaries.initdb, [
    `--pgdata=${making}`,
    '--username=postgres',
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    // English collation for names. The C locale keeps messages and number formats the same everywhere.
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-GB',
    '--data-checksums',
  ])
  const lines = keepLines(program, () => undefined)
  if ((await ended) !== 0) {
    await rm(making, { recursive: true, force: true })
    throw new StartError(`PostgreSQL could not make its data folder ${cluster}: ${reason(lines)}`)
  }
  try {
    await rename(making, cluster)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error) ?? '')) throw error
  }
}

/** PostgreSQL's messages if another process, or a child of a crashed one, still uses the data. */
const heldByAnother =
  /lock file .* (already exists|is empty)|pre-existing shared memory block|is another postmaster|is still in use/i

async function tryStart(
  location: Place,
  { stopping, deadline }: { stopping: AbortSignal; deadline: number },
): Promise<ChildProcess | undefined> {
  const { program, ended } = run(location, location.binaries.postgres, [
    '-D',
    location.folders.cluster,
    ...serverArguments(location),
  ])
  const lines = keepLines(program, location.log)
  const exited = () => program.exitCode !== null || program.signalCode !== null || program.pid === undefined

  try {
    while (!exited()) {
      stopping.throwIfAborted()
      const live = await livePostmaster(location.folders.cluster)
      if (live?.pid === program.pid && (await answers(login(location, 'postgres', 'postgres')))) {
        await preparePortalDatabase(login(location, 'postgres', 'postgres'), 'portal', location.log)
        return program
      }
      if (Date.now() > deadline) break
      await Promise.race([ended, wait(lookEveryMs)])
    }
  } catch (error) {
    await end(program)
    throw error
  }
  if (!exited()) await end(program)
  if (lines.some((line) => heldByAnother.test(line))) return undefined
  throw new StartError(`PostgreSQL did not start on ${location.folders.cluster}: ${reason(lines)}`)
}

function serverArguments({ folders, settings }: Place): string[] {
  const all = {
    listen_addresses: '',
    unix_socket_directories: folders.socket,
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function run(
  location: Place,
  program: string,
  args: string[],
): { program: ChildProcess; ended: Promise<number | null> } {
  const [command = program, ...rest] = [...location.launcher.prefix, program, ...args]
  const child = spawn(command, rest, {
    // Detached from the terminal's process group: Ctrl-C must not stop PostgreSQL before the portal has finished its requests.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: location.folders.home,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', ...location.binaries.environment },
  })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })
  return { program: child, ended }
}

const everyday = / (LOG|DETAIL|HINT):  |FATAL:  the database system is (starting up|not yet accepting connections)/

function keepLines(program: ChildProcess, log: (line: string) => void): string[] {
  const lines: string[] = []
  for (const stream of [program.stdout, program.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (lines.length > 50) lines.shift()
      if (!everyday.test(line)) log(line)
    })
  }
  return lines
}

function reason(lines: string[]): string {
  const line = lines.findLast((each) => /FATAL|PANIC|error:/.test(each)) ?? lines.at(-1) ?? 'it said nothing.'
  return line.replace(/^.*(?:FATAL|PANIC|error):\s*/, '').replace(/\.?$/, '.')
}

async function answers(target: Login): Promise<boolean> {
  const client = new Client({ ...target, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it ends sessions, writes everything to disk and exits. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  // An immediate shutdown loses no committed data: the next start recovers it from the log.
  const tooLong = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs)
  await exit
  clearTimeout(tooLong)
}
