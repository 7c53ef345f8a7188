import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../database/embedded.ts'
import { isAlive } from '../../database/postmaster.ts'
import { startCitus, type Address, type CitusCluster } from './citus-cluster.ts'
import { writeDemoOfFew } from './demo-with-few-people.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of this test run's PostgreSQL, or of the coordinator of its Citus cluster. */
    postgres: Address
    workers: Address[]
    /** Folder of the first example client, reduced to its first twenty people. */
    demoOfFew: string
  }
}

/** Starts one PostgreSQL for the whole test run, in memory if the machine has /dev/shm. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  await removeLeftovers(parent)
  const dataDir = await mkdtemp(join(parent, `portal-test-${process.pid}-`))
  const { coordinator, workers, stop } =
    project.name === 'citus' ? await startCitus(dataDir, settings) : await startOne(project, dataDir)
  project.provide('postgres', coordinator)
  project.provide('workers', workers)
  project.provide('demoOfFew', await writeDemoOfFew(join(dataDir, 'demo')))

  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOne(project: TestProject, dataDir: string): Promise<CitusCluster> {
  const postgres = await startEmbedded({
    dataDir,
    // The second engine is the operating system's PostgreSQL. If there is none, the run fails with an error.
    engine: project.name === 'second-engine' ? 'installed' : 'embedded',
    settings,
  })
  const { host, port } = postgres.login('postgres')
  return { coordinator: { host, port }, workers: [], pids: [postgres.pid], stop: () => postgres.stop() }
}

/**
 * Creating a test database makes two checkpoints. After each, full_page_writes would write every changed page in full.
 * Commits still wait for the log, because PostgreSQL sets hint bits on rows only after their commit record is written.
 */
const withoutDurability = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

const settings = {
  max_connections: '200',
  shared_buffers: '64MB',
  // Autovacuum would make the number of pages that a query reads random.
  autovacuum: 'off',
  // Durability is tested with the portal's own settings (database/embedded.test.ts, tests/faults).
  ...withoutDurability,
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^portal-test-(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true })
  }
}
