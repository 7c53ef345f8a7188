import { distribute } from '../../database/distribute.ts'
import { migrate } from '../../database/migrate.ts'
import { findPostgres } from '../../database/postgres.ts'
import { readConfig } from '../../server/config.ts'
import { databaseLimits } from '../../server/limits.ts'
import { fail, print } from './output.ts'

export const distributeUsage = `  npm run portal -- distribute       distributes the tables of a database over the workers of a Citus cluster by client;
                                     stop the portal before`

export async function distributeDatabase(): Promise<number> {
  const config = await readConfig(process.env)
  if (config.databaseUrl === undefined) {
    return fail('The built-in database runs on one machine: name the coordinator of a Citus cluster in DATABASE_URL.')
  }
  const postgres = await findPostgres({ ...config, patience: databaseLimits })
  await migrate(postgres.owner)
  await distribute(postgres, print)
  return 0
}
