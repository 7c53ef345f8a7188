import { CompiledQuery } from 'kysely'
import type { Pool, QueryResultRow } from 'pg'
import { inClient, openDatabase, type PortalDatabase } from '../database/database.ts'
import { openPool } from '../database/postgres.ts'
import { buildPortal } from '../server/portal.ts'
import { databaseLimits } from '../server/limits.ts'
import { serverSecret } from './server-secret.ts'
import type { BenchServers } from './bench-servers.ts'
import type { BenchRequest } from './send-load.ts'

export type DatabasePages = { pages: number; statements: number }

/** Counts the database pages that one request reads, by running each statement under `explain` first. */
export async function countDatabasePages(
  stage: Pick<BenchServers, 'login'>,
  requests: readonly BenchRequest[],
): Promise<DatabasePages> {
  const pool = openPool(stage.login('portal_app'), { size: 1, patience: databaseLimits, onError: () => undefined })
  const seen = { pages: 0, statements: 0 }
  counting(pool, seen)
  const portal = await buildPortal({
    db: oneAfterTheOther(openDatabase(pool)),
    mode: 'production',
    serverSecret: [serverSecret],
    fixedSite: 'demo',
    trustedHops: 0,
    https: false,
    logger: false,
  })
  let most: DatabasePages = { pages: 0, statements: 0 }
  try {
    for (const { path, headers, body } of requests) {
      // The first request fills caches in memory. Only the second is counted.
      for (const counts of [false, true]) {
        Object.assign(seen, { pages: 0, statements: 0 })
        const answer = await portal.inject({
          url: path,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...(body !== undefined && { method: 'POST', payload: body }),
        })
        if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
        if (counts && seen.pages > most.pages) most = { ...seen }
      }
    }
  } finally {
    await portal.close()
    await pool.end()
  }
  return most
}

/** Pipelined statements cannot be explained, so each statement waits for the previous result. */
function oneAfterTheOther(db: PortalDatabase): PortalDatabase {
  const readAtOnce: PortalDatabase['readAtOnce'] = (clientId, { sql, parameters }) =>
    inClient(db, clientId, async (tx) => {
      const { rows } = await tx.executeQuery<QueryResultRow>(CompiledQuery.raw(sql, [...parameters]))
      return rows
    })
  return Object.assign(db, { readAtOnce })
}

type Plan = { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] }
const explainable = /^\s*(?:\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/i

function counting(pool: Pool, seen: DatabasePages): void {
  pool.on('connect', (client) => {
    // The driver has several overloads. The portal uses only this one.
    const plain = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<{ rows: Plan[] }>
    let before: Promise<unknown> = Promise.resolve()
    const query = (asked: string | { text: string; values?: unknown[] }) => {
      const { text, values } = typeof asked === 'string' ? { text: asked, values: [] } : asked
      const answer = before.then(() => planned(text, values ?? []))
      before = answer.catch(() => undefined)
      return answer
    }
    const planned = async (text: string, values: unknown[]) => {
      // A new connection sends this statement outside any transaction.
      if (!explainable.test(text) || text.includes('pg_backend_pid')) return plain(text)
      await plain('savepoint counting')
      const { rows } = await plain(`explain (analyze, buffers, format json) ${text}`, values)
      await plain('rollback to savepoint counting')
      const root = rows[0]?.['QUERY PLAN'][0]?.Plan
      seen.statements += 1
      seen.pages += (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0)
      return plain(text, values)
    }
    // This is the only overload that the portal uses.
    client.query = query as typeof client.query
  })
}
