import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/databases.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { payQueries, rowsOfQueries, applicationQueries } from '../../tests/harness/queries-to-compare.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { applyScheme } from './apply-scheme.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { finishApplications } from './scheme.jobs.ts'

const demo = inject('demoOfFew')
const portion = 5

const [atOnce, inPortions, ended] = [await createTestDatabase(), await createTestDatabase(), await createTestDatabase()]
afterAll(() => Promise.all([atOnce, inPortions, ended].map((database) => database.close())))

/** Returns a database that refuses transactions after the first few, as if the process had been killed. */
function endingAfter(db: Kysely<Database>, transactions: number): Kysely<Database> {
  let begun = 0
  return new Proxy(db, {
    get: (target, key) => {
      if (key === 'transaction' && ++begun > transactions) throw new Error('ended')
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function actingMeanwhile(database: TestDatabase, action: () => Promise<void>): Kysely<Database> {
  let hasActed = false
  const act = async () => {
    const found = await database.rows('select from unfinished_application where is_recalculated')
    if (hasActed || found.length === 0) return
    hasActed = true
    await action()
  }
  const transaction: Kysely<Database>['transaction'] = () => {
    const builder = database.db.transaction()
    const acting = (one: typeof builder): typeof builder =>
      new Proxy(one, {
        get: (target, key) => {
          if (key === 'execute')
            return async (work: Parameters<typeof one.execute>[0]) => {
              await act()
              return target.execute(work)
            }
          const value: unknown = Reflect.get(target, key)
          return typeof value === 'function' ? (...args: unknown[]) => acting(value.apply(target, args)) : value
        },
      })
    return acting(builder)
  }
  return new Proxy(database.db, {
    get: (target, key) => {
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Interrupts applying the folder a little later each time. The worker runs in between. */
async function applyWithEnds(folder: string): Promise<{ unfinished: number; runs: number }> {
  let unfinished = 0
  for (let runs = 1; runs < 60; runs += 1) {
    const outcome = await applyScheme(endingAfter(ended.db, 4 + 2 * runs), { folder, secrets, portion }).catch(
      (error: unknown) => {
        if (!(error instanceof Error && error.message === 'ended')) throw error
        return 'ended' as const
      },
    )
    if (outcome !== 'ended') {
      if ('faults' in outcome) throw new Error(outcome.faults.map(showFault).join('\n'))
      return { unfinished, runs }
    }
    if (runs % 2 === 0)
      await finishApplications({
        db: ended.db,
        onFault: ({ error }) => {
          throw error
        },
        onUnfinished: () => {
          unfinished += 1
        },
      })
  }
  throw new Error('The application never ended')
}

const dearer: FolderChanges = {
  'rates/gym.csv': (text) => text.replace('27.50', '28.00'),
  'people.csv': (text) => text.replace('2019-03-04,,,45000.00', '2019-03-04,,,47000.00'),
}

describe('applying a scheme folder for a large client', () => {
  it.each<[string, string, FolderChanges]>([
    ['that is new', '2026-11-16', { 'README.md': () => 'Few people' }],
    ['with other rates and salaries', '2026-12-01', dearer],
    ['with a scheme year that has begun', '2027-04-12', nextYear()],
  ])('%s has the same result, wherever it is interrupted', async (_, day, changes) => {
    for (const database of [atOnce, inPortions, ended]) await database.moveTo(day)
    await withChangedFolder(demo, changes, async (folder) => {
      await applyFolder(atOnce.db, folder)
      expect(await applyScheme(inPortions.db, { folder, secrets, portion })).toHaveProperty('applied')
      const { unfinished, runs } = await applyWithEnds(folder)
      expect(runs).toBeGreaterThan(2)
      expect(unfinished).toBeGreaterThan(0)
    })
    expect(await rowsOfQueries(ended, applicationQueries)).toEqual(await rowsOfQueries(inPortions, applicationQueries))
    expect(await rowsOfQueries(ended, payQueries)).toEqual(await rowsOfQueries(atOnce, payQueries))
  })

  it('remains unfinished if another folder is applied before its end, and that folder is applied for everyone', async () => {
    const [twice, once] = [await createTestDatabase(), await createTestDatabase()]
    const rates = (price: string): FolderChanges => ({ 'rates/gym.csv': (text) => text.replace('27.50', price) })
    try {
      for (const database of [twice, once]) {
        await database.moveTo('2026-11-16')
        await applyFolder(database.db, demo)
        await database.moveTo('2026-12-01')
      }
      const outcome = await withChangedFolder(demo, rates('28.00'), (first) =>
        withChangedFolder(demo, rates('29.00'), (second) =>
          applyScheme(
            actingMeanwhile(twice, async () => {
              await applyScheme(twice.db, { folder: second, secrets, portion })
            }),
            { folder: first, secrets, portion },
          ),
        ),
      )
      expect(outcome).toMatchObject({
        isPartial: true,
        faults: [{ reason: expect.stringContaining('Another folder of this client was applied meanwhile') }],
      })
      for (const price of ['28.00', '29.00'])
        await withChangedFolder(demo, rates(price), (folder) => applyFolder(once.db, folder))
      expect(await rowsOfQueries(twice, payQueries)).toEqual(await rowsOfQueries(once, payQueries))
      expect(await twice.rows('select from unfinished_application')).toEqual([])
    } finally {
      for (const database of [twice, once]) await database.close()
    }
  })

  it('finds errors in opening selections before it writes anything', async () => {
    const database = await createTestDatabase()
    const born: FolderChanges = { 'people.csv': (text) => text.replace('1988-06-12', '1908-06-12') }
    const outcome = await withChangedFolder(demo, born, (folder) =>
      applyScheme(database.db, { folder, secrets, portion }),
    )
    const clients = await database.rows('select from client_address')
    await database.close()
    expect('faults' in outcome && outcome.faults.map(showFault)).toEqual(
      [3, 4, 5].map((line) => `opening-selections.csv:${line} This cover is not offered at the age of 117`),
    )
    expect(clients).toEqual([])
  })
})
