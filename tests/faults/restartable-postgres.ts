import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import { vi } from 'vitest'
import { withConnection, preparePortalDatabase } from '../../database/bootstrap.ts'
import { setClock } from '../../database/clock.ts'
import { startEmbedded } from '../../database/embedded.ts'
import { migrate } from '../../database/migrate.ts'
import { superuserConnections, openTestDatabase, type TestDatabase } from '../harness/databases.ts'
import { processesUsingFolder } from '../harness/run-program.ts'

export type OwnPostgres = {
  folder: string
  empty: () => Promise<TestDatabase>
  /** A copy of a database, which must have no connections. */
  copyOf: (original: string) => Promise<TestDatabase>
  untilRunning: () => Promise<void>
  stop: () => Promise<void>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  // Named like the folder of a test run's PostgreSQL, so that the next run removes it if this one is killed.
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `portal-test-${process.pid}-`))
  const postgres = await startEmbedded({ dataDir: folder })
  const maintenance = superuserConnections(postgres.login('postgres', 'postgres'))
  const open = (name: string) =>
    openTestDatabase(name, {
      loginAs: (user) => postgres.login(user, name),
      drop: () => maintenance.use((client) => client.query(`drop database ${name} with (force)`)),
    })
  let copies = 0
  return {
    folder,
    async empty() {
      const name = 'empty'
      await preparePortalDatabase(postgres.login('postgres', 'postgres'), name)
      const owner = postgres.login('portal_owner', name)
      await migrate(owner)
      await withConnection(owner, (client) => setClock(client, { mode: 'test' }))
      return open(name)
    },
    async copyOf(original) {
      const name = `copy_${++copies}`
      await maintenance.use((client) =>
        client.query(
          `create database ${name} owner portal_owner template ${escapeIdentifier(original)} strategy file_copy`,
        ),
      )
      return open(name)
    },
    untilRunning: () =>
      vi.waitFor(() => maintenance.use(async (client) => void (await client.query('select 1'))), {
        timeout: 60_000,
        interval: 20,
      }),
    async stop() {
      await maintenance.end()
      await postgres.stop()
      await vi.waitUntil(async () => (await processesUsingFolder(folder)).length === 0, { timeout: 60_000 })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
