import { checkAllData } from '../../server/data-checks.ts'
import type { TestDatabase } from './databases.ts'

/** Updates derived lists and counts after a test has written their sources directly. */
export async function repairDerivedTables({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  await checkAllData(db, { repair: true })
}

export async function dataDifferences({ db }: Pick<TestDatabase, 'db'>): Promise<string[]> {
  return (await checkAllData(db, { repair: false })).found
}
