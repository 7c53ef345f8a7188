import { CompiledQuery } from 'kysely'
import type { Pool, QueryResultRow } from 'pg'
import { openDatabase, type PortalDatabase } from '../database/database.ts'
import { openPool } from '../database/postgres.ts'
import { buildPortal } from '../server/portal.ts'
import { databaseLimits } from '../server/limits.ts'
import type { BenchRequest } from './benchmark.ts'
import { serverSecret } from './secret.ts'
import type { Stage } from './stage.ts'

/** A database page of PostgreSQL holds 8 kB. */
export type Touched = { pages: number; statements: number }

/**
 * The database pages that the product's statements for one request touch, session and commit included, as `explain
 * (analyze, buffers)` counts them: the same on every machine. The portal runs in this process for it, over a pool that
 * asks for the plan of each statement first and undoes what that run wrote.
 */
export async function pagesTouched(stage: Pick<Stage, 'login'>, requests: readonly BenchRequest[]): Promise<Touched> {
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
      // The first answer fills what is kept in memory between requests; what a request costs then is counted.
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

/** What leaves in one packet cannot be explained between: here each statement is asked when the one before is answered. */
function oneAfterTheOther(db: PortalDatabase): PortalDatabase {
  const readTogether: PortalDatabase['readTogether'] = (statements) =>
    db.transaction().execute(async (tx) => {
      const answers: QueryResultRow[][] = []
      for (const { sql, parameters } of statements)
        answers.push((await tx.executeQuery<QueryResultRow>(CompiledQuery.raw(sql, [...parameters]))).rows)
      return answers
    })
  return Object.assign(db, { readTogether })
}

type Plan = { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] }
const explainable = /^\s*(select|with|insert|update|delete)\b/i

/** Counts the pages of every statement that goes through the pool. */
function counting(pool: Pool, seen: Touched): void {
  pool.on('connect', (client) => {
    // The driver's own has a dozen shapes; the portal asks in this one.
    const plain = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<{ rows: Plan[] }>
    let before: Promise<unknown> = Promise.resolve()
    const query = (asked: string | { text: string; values?: unknown[] }) => {
      const { text, values } = typeof asked === 'string' ? { text: asked, values: [] } : asked
      // The portal sends several without waiting; each with its plan is one after the other.
      const answer = before.then(() => planned(text, values ?? []))
      before = answer.catch(() => undefined)
      return answer
    }
    const planned = async (text: string, values: unknown[]) => {
      // Asked once when a connection opens, outside any transaction.
      if (!explainable.test(text) || text.includes('pg_backend_pid')) return plain(text)
      await plain('savepoint counting')
      const { rows } = await plain(`explain (analyze, buffers, format json) ${text}`, values)
      await plain('rollback to savepoint counting')
      const root = rows[0]?.['QUERY PLAN'][0]?.Plan
      seen.statements += 1
      seen.pages += (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0)
      return plain(text, values)
    }
    // As above.
    client.query = query as typeof client.query
  })
}
