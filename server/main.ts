import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Client } from 'pg'
import { connected } from '../database/bootstrap.ts'
import { setClock, setClockMode } from '../database/clock.ts'
import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { findPostgres, openPool } from '../database/postgres.ts'
import { StartError } from '../database/start-error.ts'
import { readConfig, type Config } from './config.ts'
import { loadExampleWorld, welcome } from './example-world.ts'
import { databaseLimits } from './limits.ts'
import { buildPortal } from './portal.ts'

const webDir = join(import.meta.dirname, '../dist/web')
const clockModes = { production: 'live', demo: 'demo', test: 'test' } as const

/** The process: database, migrations, portal, port; and everything back in order at the end. */
async function main(): Promise<void> {
  const config = await readConfig(process.env)
  const cleanup: (() => Promise<unknown>)[] = []
  const tidy = async (): Promise<void> => {
    for (const step of cleanup.splice(0).toReversed()) await step()
  }
  try {
    await start(config, cleanup)
  } catch (error) {
    await tidy()
    throw error
  }
  let ending = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ctrl-C comes twice: from the terminal, and handed on by whoever started this.
      if (ending) return
      ending = true
      tidy().then(() => process.exit(0), fail)
    })
  }
}

async function start(config: Config, cleanup: (() => Promise<unknown>)[]): Promise<void> {
  const postgres = await findPostgres({ ...config, log: (line) => process.stderr.write(`${line}\n`) })
  cleanup.push(() => postgres.stop())
  await migrate(postgres.owner)
  await connected(postgres.owner, (owner) => startClock(owner, config))

  const pool = openPool(postgres.app, {
    size: databaseLimits.poolSize,
    patience: databaseLimits,
    onError: (error) => process.stderr.write(`database connection lost: ${error.message}\n`),
  })
  cleanup.push(() => pool.end())
  const db = openDatabase(pool)
  const loaded = config.mode === 'demo' ? await loadExampleWorld(db, config.serverSecret) : []
  const app = await buildPortal({ ...config, db, logger: { level: config.logLevel }, webDir })
  cleanup.push(() => app.close())
  const port = await listen(app, config)
  for (const line of loaded.length > 0 ? welcome(port, loaded) : []) console.log(line)
  console.log(`Ready on port ${port}. Ctrl-C stops it.`)
}

/** A clock that was moved before goes on from there, unless the start names a moment. */
function startClock(owner: Client, { mode, clock }: Config): Promise<void> {
  if (!clock) return setClockMode(owner, clockModes[mode])
  const seconds = Math.round((clock.getTime() - Date.now()) / 1000)
  return setClock(owner, { mode: clockModes[mode], ahead: `${seconds} seconds` })
}

async function listen(app: Awaited<ReturnType<typeof buildPortal>>, { port, host }: Config): Promise<number> {
  try {
    await app.listen({ port, host })
    // A server that listens on a port has an address with a port.
    return (app.server.address() as AddressInfo).port
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is in use. Stop what uses it, or choose another one with PORT.`)
    }
    if (code === 'EACCES') throw new StartError(`Port ${port} may not be used by this user. Choose another with PORT.`)
    throw error
  }
}

/** One clear sentence for what the person who starts the portal can mend; everything for what only we can. */
function fail(error: unknown): never {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${String(error)}\n`)
  if (!(error instanceof StartError) && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}

main().catch(fail)
