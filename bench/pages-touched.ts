import { CompiledQuery } from 'kysely'
import type { Pool, QueryResultRow } from 'pg'
import { inClient, openDatabase, type PortalDatabase } from '../database/database.ts'
import { openPool } from '../database/postgres.ts'
import { buildPortal } from '../server/portal.ts'
import { databaseLimits } from '../server/limits.ts'
import { serverSecret } from './server-secret.ts'
import type { BenchServers } from './bench-servers.ts'
import type { BenchRequest } from './load.ts'

/** A database page of PostgreSQL holds 8 kB. */
export type Touched = { pages: number; statements: number }

/**
 * Counts the database pages touched by the product's statements for one request, including session and commit. The count of
 * `explain (analyze, buffers)` is the same on every machine. The portal runs in this process, over a pool that first explains
 * each statement and rolls that run back.
 */
export async function pagesTouched(
  stage: Pick<BenchServers, 'login'>,
  requests: readonly BenchRequest[],
): Promise<Touched> {
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
  let most: Touched = { pages: 0, statements: 0 }
  try {
    for (const { path, headers, body } of requests) {
      // The first response fills the in-memory caches; the second is counted.
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

/** Pipelined statements cannot be explained in between, so each statement waits for the result of the one before. */
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

/** Counts the pages of every statement sent through the pool. */
function counting(pool: Pool, seen: Touched): void {
  pool.on('connect', (client) => {
    // The driver declares a dozen overloads; the portal uses this one.
    const plain = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<{ rows: Plan[] }>
    let before: Promise<unknown> = Promise.resolve()
    const query = (asked: string | { text: string; values?: unknown[] }) => {
      const { text, values } = typeof asked === 'string' ? { text: asked, values: [] } : asked
      // The portal sends several statements without waiting; here each is explained and run in turn.
      const answer = before.then(() => planned(text, values ?? []))
      before = answer.catch(() => undefined)
      return answer
    }
    const planned = async (text: string, values: unknown[]) => {
      // Sent once when a connection opens, outside any transaction.
      if (!explainable.test(text) || text.includes('pg_backend_pid')) return plain(text)
      await plain('savepoint counting')
      const { rows } = await plain(`explain (analyze, buffers, format json) ${text}`, values)
      await plain('rollback to savepoint counting')
      const root = rows[0]?.['QUERY PLAN'][0]?.Plan
      seen.statements += 1
      seen.pages += (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0)
      return plain(text, values)
    }
    // The portal uses only this overload (see above).
    client.query = query as typeof client.query
  })
}
