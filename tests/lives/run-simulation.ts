import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../harness/databases.ts'
import { dataDifferences } from '../harness/derived-tables.ts'
import { type SimulationOptions, type SimulationResult, simulate } from './simulate.ts'

type Place = Pick<SimulationOptions, 'ground' | 'work'>

/** Runs a simulation on a test database. Skipped on the second engine, because it takes a minute. */
export function simulateInTest(asked: Omit<SimulationOptions, keyof Place>): Promise<SimulationResult> {
  return withEmptyDatabase(async (place, database) => {
    const outcome = await simulate({ ...asked, ...place })
    expect(await dataDifferences(database)).toEqual([])
    return outcome
  })
}

export async function withEmptyDatabase<Result>(
  run: (place: Place, database: TestDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await createTestDatabase()
  const work = await mkdtemp(join(tmpdir(), 'lives-'))
  try {
    return await run({ ground: { owner: database.owner, app: database.app }, work }, database)
  } finally {
    await rm(work, { recursive: true, force: true })
    await database.close()
  }
}
