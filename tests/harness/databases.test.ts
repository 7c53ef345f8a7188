import { expect, it } from 'vitest'
import { createTestDatabase } from './databases.ts'

it('createTestDatabase creates a template again after a failure, and leaves no database of the attempt that failed', async () => {
  const tries: string[] = []
  const filledBy = {
    name: 'made_at_second_try',
    fill: async ({ name }: { name: string }) => {
      tries.push(name)
      if (tries.length === 1) throw new Error('cut off')
    },
  }
  await expect(createTestDatabase({ filledBy })).rejects.toThrow('cut off')
  const database = await createTestDatabase({ filledBy })
  const others = await createTestDatabase({ filledBy })
  expect(tries).toHaveLength(2)
  expect(await database.rows('select 1 from pg_database where datname = any($1)', [tries])).toEqual([])
  await Promise.all([database.close(), others.close()])
})
