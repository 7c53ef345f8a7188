import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, startServer } from '../harness/server-process.ts'

// The example world on its fixed day, loaded once for all portals of a run: PostgreSQL's folder, the schema and the world take
// six seconds of the processor. That a portal makes all of it for itself is tested in tests/process/.

/** A Tuesday after the cut-off of November's pay: what is chosen now reaches December's. */
export const journeyMoment = '2026-11-24T09:00:00Z'

const variable = 'PREPARED_DATA'

/** Before any journey. It only serves, so that the jobs of the day are left to each portal. */
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

/** The data folder of a portal that begins with it. */
export async function copyPrepared(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true })
  // With their owner, whom PostgreSQL asks for: where root may not run it, that is another user.
  await promisify(execFile)('cp', ['-a', process.env[variable] ?? '', dataDir])
}
