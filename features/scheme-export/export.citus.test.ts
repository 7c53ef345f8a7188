import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { setClock } from '../../database/clock.ts'
import { migrate } from '../../database/migrate.ts'
import { createEmptyDatabase, openTestDatabase, type TestDatabase } from '../../tests/harness/databases.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { exportToFolder, filesOf, rowsOf, withTemporaryFolder } from '../../tests/harness/export-to-folder.ts'
import { startWorld, worldMoment } from '../../tests/harness/world.ts'
import { excludedTables } from '../../tests/harness/export-exclusions.ts'

const without = new Set([...Object.keys(excludedTables), 'client_address'])
const world = await startWorld()
const empty = await createEmptyDatabase()
await migrate(empty.owner)
await withConnection(empty.owner, (client) => setClock(client, { mode: 'test' }))
const ordinary: TestDatabase = openTestDatabase(empty.owner.database, {
  loginAs: (user) => ({ ...empty.app, user }),
  drop: () => empty.close(),
})
for (const database of [world.database, ordinary]) await database.moveTo(worldMoment)
afterAll(() => ordinary.close())

it.each(['demo', 'plain', 'copperleaf'])(
  'a client moves from a distributed database back to one machine, with the same rows: %s',
  (client) =>
    withTemporaryFolder(async (place) => {
      const { database } = world
      const [distributed] = await database.rows<{ id: string }>(
        `select client_id as id
         from client_address
         where name = $1 and exists (select from pg_dist_partition where logicalrelid = 'account'::regclass)`,
        [client],
      )
      expect(await ordinary.rows(`select from pg_extension where extname = 'citus'`)).toEqual([])
      const first = await exportToFolder(database, client, join(place, 'first'))
      const { clientId } = await applyFolder(ordinary.db, first)
      const rows = await rowsOf(ordinary, clientId, { without })
      expect(rows).toEqual(await rowsOf(database, distributed?.id ?? '', { without }))
      expect(rows['employment_fact']?.length).toBeGreaterThan(20)
      expect(await filesOf(await exportToFolder(ordinary, client, join(place, 'second')))).toEqual(await filesOf(first))
    }),
)
