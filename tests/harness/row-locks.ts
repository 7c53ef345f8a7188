import { vi } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import type { Portal } from './portal.ts'

/** Resolves when this many calls wait for a database lock. */
export function waitUntilCallsAreBlocked({ database }: Pick<Portal, 'database'>, calls: number): Promise<unknown> {
  return vi.waitUntil(async () => {
    const waiting = await database.onEachNode(async (client) => {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return rowCount ?? 0
    })
    return waiting.reduce((sum, count) => sum + count) === calls
  })
}

export async function lockRows(
  { database }: Portal,
  { of, client }: { of: 'account' | 'failed_attempt' | 'audit_head' | 'person_details'; client: string },
): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const done = withConnection(database.superuser, async (other) => {
    await other.query('begin')
    await other.query(`select from ${of} where client_id = $1 for no key update`, [client])
    held.resolve(undefined)
    await released.promise
    await other.query('commit')
  })
  await Promise.race([held.promise, done])
  return () => {
    released.resolve(undefined)
    return done
  }
}
