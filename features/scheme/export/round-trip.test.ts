import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/databases.ts'
import { applied, exported, filesOf, rowsOf, standAt, withPlace } from '../../../tests/harness/exported.ts'
import { keptSecrets } from '../../../tests/harness/scheme-secrets.ts'
import { startWorld, worldMoment } from '../../../tests/harness/world.ts'
import { seed } from '../../benefits/seed.samples.ts'
import { generateClient } from '../generate/generate.server.ts'
import { tablesThatStay } from './what-stays.ts'

const long = process.env['LONG_TESTS'] !== undefined
const examples = join(import.meta.dirname, '../../../examples')
const without = new Set([...Object.keys(tablesThatStay), 'client_address'])
let here: TestDatabase
let close: () => Promise<void>
let elsewhere: TestDatabase
beforeAll(async () => {
  const world = await startWorld({ keep: true })
  close = world.close
  here = world.database
  elsewhere = await createTestDatabase()
  for (const database of [here, elsewhere]) await standAt(database, worldMoment)
})
afterAll(async () => {
  await close()
  await elsewhere.close()
})

async function clientCalled(name: string): Promise<string> {
  const { rows } = await here.pool.query<{ id: string }>('select client_id as id from client_address where name = $1', [
    name,
  ])
  return rows[0]?.id ?? ''
}

describe('a client written as a folder', () => {
  it.each(['demo', 'plain', 'copperleaf'])('comes back the same, row for row and byte for byte: %s', (client) =>
    withPlace(async (place) => {
      const first = await exported(here, client, join(place, 'first'))
      const copy = await applied(elsewhere, first)
      const rows = await rowsOf(elsewhere, copy.clientId, { without })
      expect(rows).toEqual(await rowsOf(here, await clientCalled(client), { without }))
      expect(rows['employment_fact']?.length).toBeGreaterThan(20)
      const files = await filesOf(first)
      expect(await filesOf(await exported(elsewhere, client, join(place, 'second')))).toEqual(files)
      expect(await filesOf(await exported(here, client, join(place, 'again')))).toEqual(files)
    }),
  )

  it('comes back the same where people have used the portal for months, whatever they did', () =>
    withPlace(async (place) => {
      const asked = { client: 'invented', people: long ? 2_000 : 30, seed: seed('invented people') }
      const folder = join(examples, 'demo')
      const outcome = await generateClient(here.db, { ...asked, folder, secrets: keptSecrets })
      if (!('generated' in outcome)) throw new Error('nobody was invented')
      const first = await exported(here, 'invented', join(place, 'first'))
      const copy = await applied(elsewhere, first)
      const rows = await rowsOf(elsewhere, copy.clientId, { without })
      expect(rows).toEqual(await rowsOf(here, outcome.generated.clientId, { without }))
      expect(rows['selection_version']?.length).toBeGreaterThan(asked.people)
      expect(await filesOf(await exported(elsewhere, 'invented', join(place, 'second')))).toEqual(await filesOf(first))
    }))
})
