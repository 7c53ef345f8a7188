import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { withConnection } from '../database/bootstrap.ts'
import { openDatabase } from '../database/database.ts'
import { checkCluster } from '../database/distribute.ts'
import { migrate } from '../database/migrate.ts'
import { asStartError, findPostgres, openPool } from '../database/postgres.ts'
import { StartError } from '../database/start-error.ts'
import { taxTables, setTaxTables } from '../services/payroll/tax-tables.queries.ts'
import type { Database } from '../database/tables.ts'
import { withTimeout } from '../platform/timeout.ts'
import { claimDatabase } from './claim-database.ts'
import { readConfig, type Config } from './config.ts'
import { namedSecrets } from './secrets.ts'
import { databaseLimits, httpLimits } from './limits.ts'
import { openLog } from './log.ts'
import { warnOfLostSecrets } from './lost-secrets-warning.ts'
import { buildPortal } from './portal.ts'
import { warnOfMissingSecondFactor } from './second-factor-warning.ts'

type Portal = Awaited<ReturnType<typeof buildPortal>>

const webDir = join(import.meta.dirname, '../dist/web')
const galleryDir = join(import.meta.dirname, '../dist/gallery')

async function main(): Promise<void> {
  const config = await readConfig(process.env, { serves: true })
  const leaving = new AbortController()
  const cleanup: (() => Promise<unknown>)[] = []
  const tidy = async (): Promise<void> => {
    for (let step = cleanup.pop(); step; step = cleanup.pop()) await step()
  }
  const started = start(config, { cleanup, leaving: leaving.signal })
  const leave = (): void => {
    // Ctrl-C arrives twice: from the terminal and from the parent process.
    if (leaving.signal.aborted) return
    leaving.abort()
    // If the start is interrupted, its promise rejects, which is ignored here.
    tidy()
      .then(() => started.catch(() => undefined))
      .then(tidy)
      .then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)
  // The parent process may die without a signal, even before this listener exists.
  process.on('disconnect', leave)
  if (isOrphaned(process)) leave()

  try {
    await started
  } catch (error) {
    if (leaving.signal.aborted) return
    await tidy()
    throw error
  }
}

/** `connected` is undefined without an IPC channel, and false after it was closed. */
const isOrphaned = ({ connected }: { connected?: boolean }): boolean => connected === false

type StartOptions = {
  cleanup: (() => Promise<unknown>)[]
  leaving: AbortSignal
}

async function start(config: Config, { cleanup, leaving }: StartOptions): Promise<void> {
  setTaxTables(config.taxTables)
  if (config.role !== 'worker') await refuseTaken(config)
  const tell = (line: string): void => void process.stderr.write(`${line}\n`)
  const postgres = await findPostgres({ ...config, patience: databaseLimits, log: tell, leaving })
  cleanup.push(() => postgres.stop())
  leaving.throwIfAborted()
  await migrate(postgres.owner)
  const lostWorkers = await withConnection(postgres.owner, async (owner) => {
    const lost = await checkCluster(owner, postgres.app)
    await claimDatabase(owner, config)
    return lost
  })

  const log = openLog({ level: config.logLevel })
  for (const worker of lostWorkers)
    log.error({ worker }, 'a worker of the cluster cannot be reached: its clients get 503')
  if (config.mode === 'production' && !config.https)
    log.warn('HTTPS is off, so browsers may be led to http: set it to on, or PORTAL_URL to an https address')
  const pool = openPool(postgres.app, {
    size: databaseLimits.poolSize,
    patience: databaseLimits,
    sendsOptions: postgres.sendsOptions,
    onError: (err) => log.warn({ err }, 'a connection to the database was lost'),
  })
  cleanup.push(() => withTimeout(databaseLimits.closeWithinMs, pool.end()))
  const db = openDatabase(pool, { preparedStatements: config.preparedStatements })
  const example = config.mode === 'demo' ? await import('./example-clients.ts') : undefined
  const loaded = example
    ? await example.loadExampleClients(db, config.serverSecret, {}, { withPast: config.examplePast })
    : []
  const outboxDir = config.mail.by === 'outbox' ? config.mail.folder : undefined
  let { port } = config
  const serves = config.role !== 'worker'
  const provider = serves && example ? (await import('./demo-provider.ts')).demoProvider(() => port) : undefined
  if (provider) cleanup.push(() => provider.stop())
  const vouchers =
    serves && example ? (await import('./demo-vouchers.ts')).demoVouchers(() => port, process.env) : undefined
  if (vouchers) cleanup.push(() => vouchers.stop())
  const busy: (() => Promise<void>)[] = []
  const endTogether = (end: () => Promise<void>): void => {
    busy.push(end)
    cleanup.push(() => Promise.all(busy.splice(0).map((each) => each())))
  }
  if (serves) {
    const app = await buildPortal({
      ...config,
      db,
      identityProviders: {
        ...provider,
        secretOf: (name) => provider?.secretOf(name) ?? namedSecrets(process.env)(name),
      },
      voucherApplications: {
        ...vouchers,
        secretOf: (name) => vouchers?.secretOf(name) ?? namedSecrets(process.env)(name),
      },
      logger: { level: config.logLevel },
      webDir,
      galleryDir,
      ...(outboxDir && { outboxDir }),
    })
    endTogether(() => withTimeout(httpLimits.drainMs, app.close()))
    leaving.throwIfAborted()
    port = await listen(app, config)
    for (const line of example?.demoInstructions({ port, fixedSite: config.fixedSite }, loaded, {
      hasOutbox: outboxDir !== undefined,
      hasProvider: provider?.isInstalled === true,
    }) ?? [])
      console.log(line)
  }
  if (serves) console.log(`Ready on port ${port}. Ctrl-C stops it.`)
  // Reads the tax tables now, so that a fault in them ends the start.
  taxTables()
  if (config.role !== 'web') {
    const { startWorker } = await import('./worker.ts')
    leaving.throwIfAborted()
    const worker = startWorker({ ...config, port, db, login: postgres.app, log })
    endTogether(() => worker.stop())
  }
  if (!serves) console.log('Ready to work. Ctrl-C stops it.')
  endTogether(warnAboutClients(db, config, { log, leaving }))
}

type Looking = { log: ReturnType<typeof openLog>; leaving: AbortSignal }

/** Checks all clients in the background, so that the start does not wait. Returns a function that waits for the end. */
function warnAboutClients(
  db: Kysely<Database>,
  { mode, serverSecret }: Config,
  { log, leaving }: Looking,
): () => Promise<void> {
  const look = async (): Promise<void> => {
    await warnOfLostSecrets(db, serverSecret, { log, leaving })
    if (mode === 'production') await warnOfMissingSecondFactor(db, log, leaving)
  }
  const looked = look().catch((err: unknown) => log.warn({ err }, 'clients could not be checked'))
  return () => looked
}

async function listen(app: Portal, { port, host }: Config): Promise<number> {
  try {
    await app.listen({ port, host })
    // The address of a listening server has a port.
    return (app.server.address() as AddressInfo).port
  } catch (error) {
    throw cannotListen(error, { port, host })
  }
}

/** Checks every address of the host name, because Fastify reports only the first. */
async function refuseTaken({ port, host }: Config): Promise<void> {
  try {
    const addresses = await lookup(host, { all: true })
    const missing = await Promise.all(addresses.map(({ address }) => tryPort(address, port)))
    if (missing.every((fault) => fault !== undefined)) throw missing[0]
  } catch (error) {
    throw cannotListen(error, { port, host })
  }
}

async function tryPort(address: string, port: number): Promise<unknown> {
  const probe = createServer().listen({ host: address, port })
  try {
    await once(probe, 'listening')
  } catch (error) {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(codeOf(error)))) throw error
    return error
  }
  probe.close()
  await once(probe, 'close')
  return undefined
}

function cannotListen(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use. Stop what uses it, or choose another one with PORT.`)
    case 'EACCES':
      return new StartError(`Port ${port} may not be used by this user. Choose another one with PORT.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST ${host} is not an address of this machine. Choose another one, such as localhost.`)
    default:
      return error
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

function fail(thrown: unknown): never {
  const error = asStartError(thrown)
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${String(error)}\n`)
  if (!(error instanceof StartError) && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}

main().catch(fail)
