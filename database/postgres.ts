import { Client, Pool, type ClientConfig, type PoolConfig } from 'pg'
import { StartError } from './start-error.ts'
import { parserOfType } from './value-types.ts'

export interface TimeLimits {
  statementTimeoutMs: number
  lockTimeoutMs: number
  idleInTransactionTimeoutMs: number
  connectionTimeoutMs: number
}

export interface PostgresOptions {
  /** In production, the connection address of the role that owns the schema. Without it the portal starts its own PostgreSQL. */
  databaseUrl?: string | undefined
  /** Connection address of the role for the portal's queries. Default: `databaseUrl` with `set role portal_app`. */
  databaseAppUrl?: string | undefined
  patience: TimeLimits
  dataDir: string
  log?: (line: string) => void
  leaving?: AbortSignal
}

export interface Postgres {
  owner: ClientConfig
  app: ClientConfig
  /** True if each connection sends its limits and formats. If false, the role has them, because poolers refuse options. */
  sendsOptions: boolean
  stop(): Promise<void>
}

export async function findPostgres(options: PostgresOptions): Promise<Postgres> {
  if (!options.databaseUrl) {
    const { startEmbedded } = await import('./embedded.ts')
    const embedded = await startEmbedded(options)
    return {
      owner: embedded.login('portal_owner'),
      app: embedded.login('portal_app'),
      sendsOptions: true,
      stop: () => embedded.stop(),
    }
  }
  const owner = { connectionString: checkedUrl('DATABASE_URL', options.databaseUrl) }
  const app = options.databaseAppUrl
    ? { connectionString: checkedUrl('DATABASE_APP_URL', options.databaseAppUrl) }
    : { connectionString: withOption(owner.connectionString, 'role=portal_app') }

  const ownerName = await tryLogin('DATABASE_URL', owner, ensureAppRole)
  await tryLogin(options.databaseAppUrl ? 'DATABASE_APP_URL' : 'DATABASE_URL', app, async (client, name) => {
    await refusePowers(client, { name, ownerName })
    if (options.databaseAppUrl) await keepSettings(client, options.patience)
  })
  return { owner, app, sendsOptions: !options.databaseAppUrl, stop: () => Promise.resolve() }
}

function sessionSettings(patience: TimeLimits): [name: string, value: string][] {
  return [
    ['statement_timeout', String(patience.statementTimeoutMs)],
    ['lock_timeout', String(patience.lockTimeoutMs)],
    ['idle_in_transaction_session_timeout', String(patience.idleInTransactionTimeoutMs)],
    ['timezone', 'UTC'],
    ['datestyle', 'ISO'],
    ['intervalstyle', 'iso_8601'],
    // Compiling would take a hundred times as long as our statements run.
    ['jit', 'off'],
  ]
}

/** Stores missing settings with this role. On Citus this fails while a node is unreachable. */
async function keepSettings(client: Client, patience: TimeLimits): Promise<void> {
  const { rows } = await client.query<{ kept: string }>(`
    select lower(unnest(setconfig)) as kept
    from pg_db_role_setting
    where setrole = current_user::regrole
      and setdatabase = (select oid from pg_database where datname = current_database())`)
  const stored = new Set(rows.map((row) => row.kept))
  const missing = sessionSettings(patience).filter(([name, value]) => !stored.has(`${name}=${value}`.toLowerCase()))
  for (const [name, value] of missing)
    await client.query(`
      do $$ begin
        execute format('alter role %I in database %I set ${name} = ''${value}''', current_user, current_database());
      end $$`)
}

export function openPool(
  login: ClientConfig,
  {
    size,
    patience,
    sendsOptions = true,
    onError,
  }: { size: number; patience: TimeLimits; sendsOptions?: boolean; onError: (error: Error) => void },
): Pool {
  const settings = sendsOptions ? sessionSettings(patience).map(([name, value]) => `${name}=${value}`) : []
  const config: PoolConfig = {
    ...withSettings(login, settings),
    max: size,
    // Sends statements of one transaction without waiting for each result.
    pipeline: true,
    connectionTimeoutMillis: patience.connectionTimeoutMs,
    types: { getTypeParser: parserOfType },
  }
  const pool = new Pool(config)
  const open = new Set<Promise<void>>()
  // The pool handles errors of idle connections only. Without this listener, an error in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    const closed = new Promise<void>((resolve) => client.once('end', resolve)).then(() => void open.delete(closed))
    open.add(closed)
  })
  pool.on('error', () => undefined)
  const end = pool.end.bind(pool)
  return Object.assign(pool, {
    /** The driver's `end` does not wait until connections are closed. PostgreSQL would log errors if it stopped before that. */
    end: async () => {
      await end()
      await Promise.all(open)
    },
  })
}

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
const lostServer = /^(08|57P0[1-4]|53)/
const lostMessage =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable|could not commit transaction for shard/i

export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return lostConnection.has(code) || lostServer.test(code) || lostMessage.test(error.message)
}

/** Returns whether Citus could not reach the worker that has the rows. */
export function isWorkerLost(error: unknown): boolean {
  return error instanceof Error && codeOf(error).startsWith('08')
}

/** Returns whether a retry may succeed: a lock or statement time-out, a deadlock or a serialisation failure. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && ['55P03', '57014', '40P01', '40001'].includes(codeOf(error))
}

function checkedUrl(name: string, text: string): string {
  // PostgreSQL's own tools allow an address without host, with the socket's folder as a query parameter.
  const address = text.replace('@/', '@localhost/')
  if (URL.canParse(address) && ['postgres:', 'postgresql:'].includes(new URL(address).protocol)) return address
  throw new StartError(
    `${name} is not the address of a PostgreSQL: it looks like postgresql://user:password@host:5432/database.`,
  )
}

function withSettings(login: ClientConfig, settings: string[]): ClientConfig {
  if (!login.connectionString) return { ...login, options: settings.map((each) => `-c ${each}`).join(' ') }
  return { ...login, connectionString: settings.reduce(withOption, login.connectionString) }
}

/** Adds a session setting to the address. Unlike `set`, it remains after `reset`. */
function withOption(address: string, setting: string): string {
  const url = new URL(address)
  const options = [url.searchParams.get('options'), `-c ${setting}`].filter((each) => each !== null).join(' ')
  url.searchParams.set('options', options)
  // Form encoding turns a space into '+', which the driver reads as a plus sign.
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

async function tryLogin<T>(
  name: string,
  login: { connectionString: string },
  check: (client: Client, name: string) => Promise<T>,
): Promise<T> {
  let client: Client | undefined
  try {
    client = new Client({ ...login, connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined)
    await client.connect()
    return await check(client, name)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The database of ${name} (${withoutPassword(login.connectionString)}) cannot be used: ${reasonNotAvailable(error)}.`,
    )
  } finally {
    await client?.end().catch(() => undefined)
  }
}

function withoutPassword(address: string): string {
  const url = new URL(address)
  return `${url.hostname || url.searchParams.get('host') || 'localhost'}:${url.port || 5432}${url.pathname}`
}

export function asStartError(error: unknown): unknown {
  const isRefused = /^28|^3D000$|^08P01$/.test(codeOf(error))
  if (error instanceof StartError || !(isRefused || isDatabaseDown(error))) return error
  return new StartError(`The database cannot be used: ${reasonNotAvailable(error)}.`)
}

/** Returns the reason in our own words, because the driver's message may contain the address with its password. */
function reasonNotAvailable(error: unknown): string {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  const [, reason] = toldReasons.find(([told]) => told.test(message)) ?? []
  if (reason !== undefined) return reason
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return 'nothing answers there'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection is closed at once'
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'the host cannot be reached'
    case 'EACCES':
      return 'its socket may not be used by this user'
    case '53300':
      return 'it has no free connection'
    case '57P01':
    case '57P02':
      return 'it is being stopped'
    case '57P03':
      return 'it is starting or stopping'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no such host'
    case '28P01':
    case '28000':
      return 'the user name or the password is refused'
    case '08006':
      return 'a worker of its Citus cluster cannot be reached'
    case '3D000':
      return 'there is no such database'
    case '42501':
      return 'the user lacks a right there'
    default:
      return code ? `error ${code}` : 'it does not answer as a PostgreSQL'
  }
}

/** Reasons recognised by the message, because pgbouncer (08P01), the driver and TLS send no specific code. */
const toldReasons: readonly [told: RegExp, reason: string][] = [
  [/unsupported startup parameter/i, 'its pooler refuses settings of a connection, so DATABASE_APP_URL is needed'],
  [/authentication failed|auth(_query)? failed|no such user|SASL/i, 'the user name or the password is refused'],
  [/password must be a string/i, 'the address has no password, but one is required'],
  [/no such database|database .* does not exist/i, 'there is no such database'],
  [/no more connections|too many clients|query_wait_timeout/i, 'it has no free connection'],
  [/server login has been failing|server_login_retry|client_login_timeout/i, 'its pooler cannot reach the PostgreSQL'],
  [/does not support SSL|SSL connection|certificate/i, 'the encryption of the connection is refused or not trusted'],
  [/timeout/i, 'it does not answer in time'],
]

async function ensureAppRole(client: Client): Promise<string> {
  const { rows } = await client.query<{ owner: string; version: number; exists: boolean; usable: boolean }>(`
    select current_user as owner,
           version,
           to_regrole('portal_app') is not null as exists,
           -- From PostgreSQL 16 on, a member may be allowed to administer a role but not to act in it.
           coalesce(
             pg_has_role(to_regrole('portal_app'), case when version >= 160000 then 'set' else 'member' end),
             false
           ) as usable
    from (select current_setting('server_version_num')::int as version) as server`)
  const [found] = rows
  if (!found || found.version < 150_000)
    throw new StartError('The database of DATABASE_URL is older than PostgreSQL 15.')
  try {
    if (!found.exists) await client.query('create role portal_app nologin nosuperuser nobypassrls')
    if (!found.usable) await client.query('grant portal_app to current_user')
    return found.owner
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    throw new StartError(
      `The login of DATABASE_URL may not act as the role the portal runs as: let an administrator run "${
        found.exists ? '' : 'create role portal_app nologin; '
      }grant portal_app to ${found.owner}".`,
    )
  }
}

/** Throws for a role that row-level security does not restrict: superuser, bypassrls, or the owner, who can disable it. */
async function refusePowers(client: Client, { name, ownerName }: { name: string; ownerName: string }): Promise<void> {
  const { rows } = await client.query<{ user: string; powerful: boolean; member: boolean }>(`
    select current_user as user,
           rolsuper or rolbypassrls as powerful,
           pg_has_role('portal_app', 'member') as member
    from pg_roles
    where rolname = current_user`)
  const [found] = rows
  if (!found || found.powerful || found.user === ownerName) {
    throw new StartError(
      `The login of ${name} owns the schema or bypasses row-level security, which isolates clients: use another.`,
    )
  }
  if (!found.member) {
    throw new StartError(
      `The login of ${name} may not use the tables: let an administrator run "grant portal_app to ${found.user}".`,
    )
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
