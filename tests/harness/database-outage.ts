import { vi } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import type { Portal } from './portal.ts'

export async function whileDatabaseIsDown<T>(
  { database }: Pick<Portal, 'database'>,
  work: () => Promise<T>,
): Promise<T> {
  const ask = (statement: string) => withConnection(database.superuser, (client) => client.query(statement))
  await ask(`alter database ${database.name} connection limit 0`)
  try {
    await ask(`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database() and usename = 'portal_app'`)
    await vi.waitUntil(() => database.pool.idleCount === 0)
    return await work()
  } finally {
    await ask(`alter database ${database.name} connection limit -1`)
  }
}
