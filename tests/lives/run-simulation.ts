import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../harness/databases.ts'
import { dataDifferences } from '../harness/derived-tables.ts'
import { type SimulationOptions, type SimulationResult, simulate } from './simulate.ts'

export async function simulateInTest(
  asked: Omit<SimulationOptions, 'ground' | 'work'>,
  afterwards: (database: TestDatabase, work: string) => Promise<void>,
): Promise<SimulationResult> {
  const database = await createTestDatabase()
  const work = await mkdtemp(join(tmpdir(), 'lives-'))
  try {
    const outcome = await simulate({ ...asked, work, ground: { owner: database.owner, app: database.app } })
    expect(await dataDifferences(database)).toEqual([])
    await afterwards(database, work)
    return outcome
  } finally {
    await rm(work, { recursive: true, force: true })
    await database.close()
  }
}
