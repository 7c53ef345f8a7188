import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '../harness/databases.ts'
import { type Asked, type Outcome, simulate } from './simulate.ts'

/** A simulation on a database of the tests' own. Not asked again on the second engine: it takes a minute. */
export async function simulateInTest(asked: Omit<Asked, 'ground' | 'work'>): Promise<Outcome> {
  const database = await createTestDatabase()
  const work = await mkdtemp(join(tmpdir(), 'lives-'))
  try {
    return await simulate({ ...asked, ground: database, work })
  } finally {
    await rm(work, { recursive: true, force: true })
    await database.close()
  }
}
