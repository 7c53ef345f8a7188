import type { Kysely } from 'kysely'
import { openDatabase } from '../database/database.ts'
import { withConnection } from '../database/bootstrap.ts'
import { checkCluster } from '../database/distribute.ts'
import { migrate } from '../database/migrate.ts'
import { findPostgres, openPool } from '../database/postgres.ts'
import type { Database } from '../database/tables.ts'
import { setTaxTables } from '../services/payroll/tax-tables.queries.ts'
import { claimDatabase } from './claim-database.ts'
import type { Config } from './config.ts'
import { databaseLimits } from './limits.ts'

export async function withDatabase<T>(config: Config, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  setTaxTables(config.taxTables)
  const postgres = await findPostgres({
    ...config,
    patience: databaseLimits,
    log: (line) => process.stderr.write(`${line}\n`),
  })
  try {
    await migrate(postgres.owner)
    await withConnection(postgres.owner, async (owner) => {
      await checkCluster(owner, postgres.app)
      await claimDatabase(owner, { mode: config.mode, clock: undefined })
    })
    const { sendsOptions } = postgres
    const pool = openPool(postgres.app, { size: 2, patience: databaseLimits, sendsOptions, onError: () => undefined })
    try {
      return await work(openDatabase(pool, { preparedStatements: config.preparedStatements }))
    } finally {
      await pool.end()
    }
  } finally {
    await postgres.stop()
  }
}
