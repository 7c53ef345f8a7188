import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../database/embedded.ts'
import { isAlive } from '../../database/postmaster.ts'
import { writeDemoOfFew } from './demo-of-few.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run. */
    postgres: { host: string; port: number }
    /** The folder of the first example client with its first twenty people. */
    demoOfFew: string
  }
}

/** One PostgreSQL for the whole test run, in memory where the machine has such a folder. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  await removeLeftovers(parent)
  const dataDir = await mkdtemp(join(parent, `portal-test-${process.pid}-`))
  const postgres = await startEmbedded({
    dataDir,
    // The second engine is the PostgreSQL of the operating system; without one the run fails and says so.
    engine: project.name === 'second-engine' ? 'installed' : 'embedded',
    settings: {
      max_connections: '200',
      shared_buffers: '64MB',
      // Nobody tidies up behind a test's back: while that looks at a table, a VACUUM of the test may leave rows unmarked,
      // and how many pages a query then touches is chance.
      autovacuum: 'off',
      // No data outlives the run. What is kept through a loss of power is told of a PostgreSQL with the portal's own settings
      // (database/embedded.test.ts, tests/faults).
      ...forgetful,
    },
  })
  const { host, port } = postgres.login('postgres')
  project.provide('postgres', { host, port })
  project.provide('demoOfFew', await writeDemoOfFew(join(dataDir, 'demo')))

  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Each database of a test makes two checkpoints, after which every page that is changed would be written whole once more.
 * Commits are waited for all the same: until one is written, PostgreSQL leaves its rows unmarked.
 */
const forgetful = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** Folders of runs that were killed. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^portal-test-(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true })
  }
}
