import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, startServer } from '../harness/server-process.ts'

// The example world on its fixed date, loaded once for all portals of a run. Creating PostgreSQL's folder, schema and world takes
// six seconds of processor time. tests/process/ covers a portal that creates them itself.

/** A Tuesday after the cut-off of November's pay, so choices made now affect December's. */
export const journeyMoment = '2026-11-24T09:00:00Z'

const variable = 'PREPARED_DATA'

/** Prepares the data before all journeys. The daily jobs are left to each portal. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'journeys-'))
  const dataDir = join(folder, 'data')
  const port = String(await freePort())
  const server = await startServer({
    PORT: port,
    HOST: 'localhost',
    DATA_DIR: dataDir,
    CLOCK: journeyMoment,
    ROLE: 'web',
  })
  await server.stop()
  process.env[variable] = dataDir
  return () => rm(folder, { recursive: true, force: true })
}

export async function copyPrepared(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true })
  // Preserves the owner, which PostgreSQL checks. Where root may not run PostgreSQL, the owner is another user.
  await promisify(execFile)('cp', ['-a', process.env[variable] ?? '', dataDir])
}
