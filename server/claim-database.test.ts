import { expect, it, onTestFinished } from 'vitest'
import { withConnection } from '../database/bootstrap.ts'
import { createTestDatabase } from '../tests/harness/databases.ts'
import { claimDatabase } from './claim-database.ts'

it("a demo's clock begins at exactly the time that was set at its start", async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const clock = new Date(Date.now() + 86_400_400)
  await withConnection(database.owner, (owner) => claimDatabase(owner, { mode: 'demo', clock }))
  const [found] = await database.rows('select app.now() >= $1 as "isThere"', [clock])
  expect(found).toEqual({ isThere: true })
})
