import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { checkAllData } from '../../server/data-checks.ts'
import { fail, print } from './output.ts'

export const checkDataUsage = `  npm run portal -- check-data [--repair]
                                     recounts lists, counts and totals from the data they come from, and prints each
                                     difference; --repair corrects them`

export async function checkDerivedData(words: string[]): Promise<number | undefined> {
  const [option = '', ...more] = words
  if (more.length > 0 || !['', '--repair'].includes(option)) return undefined
  const repair = option === '--repair'
  const config = await readConfig(process.env)
  const { found, left } = await withDatabase(config, (db) => checkAllData(db, { repair }))
  if (found.length === 0) return print('No differences.')
  if (left.length === 0) return print([...found, 'All of it is corrected.'].join('\n'))
  return fail([...found, repair ? ['Not corrected:', ...left].join('\n') : 'Nothing was changed.'].join('\n'))
}
