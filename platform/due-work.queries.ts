import { sql, type Kysely, type RawBuilder } from 'kysely'
import { randomUUID } from 'node:crypto'
import { clientId as clientIdOf, type ClientId } from '../contract/ids.ts'
import { settleAll } from '../database/connections.ts'
import { listClients } from '../database/clients.ts'
import { inClient, inNoClient, type Tx } from '../database/database.ts'
import { isWorkerLost } from '../database/postgres.ts'
import type { Database } from '../database/tables.ts'
import { transactionTime } from '../database/transaction-time.ts'
import type { DataCheck } from './check-data.queries.ts'

export type WorkKind = {
  kind: 'mail' | 'welcome' | 'reminder' | 'upload'
  nextDue: (clientId: ClientId) => RawBuilder<string | null>
}

/** Always adds a row, so that transactions do not wait for each other. `wake` is the channel of the worker to start. */
export async function recordWork(
  tx: Tx,
  clientId: ClientId,
  { kind, dueAt = transactionTime, wake }: { kind: WorkKind['kind']; dueAt?: RawBuilder<string>; wake?: string },
): Promise<void> {
  await settleAll([
    sql`
      insert into work_due (client_id, kind, id, due_at)
      values (${clientId}, ${kind}, ${randomUUID()}, ${dueAt})
    `.execute(tx),
    wake && sql`select pg_notify(${wake}, ${clientId})`.execute(tx),
  ])
}

/** Lists clients with due work. If a Citus node is lost, asks client by client and leaves out that node's clients. */
export async function listClientsWithWork(
  db: Kysely<Database>,
  { kind }: { kind: WorkKind['kind'] },
): Promise<ClientId[]> {
  try {
    const { rows } = await inNoClient(db, (tx) =>
      sql<{ id: string }>`
        select distinct client_id as id
        from work_due
        where kind = ${kind}
          and due_at <= ${transactionTime}
        order by client_id
      `.execute(tx),
    )
    return rows.map(({ id }) => clientIdOf.parse(id))
  } catch (error) {
    if (!isWorkerLost(error)) throw error
    return clientsWithWorkOneByOne(db, { kind })
  }
}

async function clientsWithWorkOneByOne(
  db: Kysely<Database>,
  { kind }: { kind: WorkKind['kind'] },
): Promise<ClientId[]> {
  const found: ClientId[] = []
  for (const clientId of await listClients(db)) {
    try {
      if (await hasWork(db, clientId, { kind })) found.push(clientId)
    } catch (error) {
      if (!isWorkerLost(error)) throw error
    }
  }
  return found
}

async function hasWork(
  db: Kysely<Database>,
  clientId: ClientId,
  { kind }: { kind: WorkKind['kind'] },
): Promise<boolean> {
  const { rows } = await inClient(db, clientId, (tx) =>
    sql`
      select
      from work_due
      where client_id = ${clientId}
        and kind = ${kind}
        and due_at <= ${transactionTime}
      limit 1
    `.execute(tx),
  )
  return rows.length > 0
}

/** Removes the rows of due work, then records the remaining work. Other transactions record theirs in separate rows. */
export async function claimWork<Claimed>(
  tx: Tx,
  clientId: ClientId,
  work: WorkKind,
  claim: () => Promise<Claimed>,
): Promise<Claimed> {
  const { kind } = work
  await sql`
    delete from work_due
    where client_id = ${clientId}
      and kind = ${kind}
      and id in (
        select id
        from work_due
        where client_id = ${clientId}
          and kind = ${kind}
        for update skip locked
      )
  `.execute(tx)
  const claimed = await claim()
  await noteNext(tx, clientId, work)
  return claimed
}

async function noteNext(tx: Tx, clientId: ClientId, { kind, nextDue }: WorkKind): Promise<void> {
  // Read as text, because the driver's dates have only milliseconds.
  const { rows } = await sql<{ due: string | null }>`select (${nextDue(clientId)})::text as due`.execute(tx)
  const due = rows[0]?.due
  if (due) await recordWork(tx, clientId, { kind, dueAt: sql`${due}::timestamptz` })
}

/** Checks that the earliest work is recorded in time. Rows that are earlier than needed, or additional, do no harm. */
export function workCheck(work: WorkKind): DataCheck {
  const { kind, nextDue } = work
  return {
    table: 'work_due',
    key: 'kind',
    stored: (clientId) => sql`
      select distinct kind
      from work_due
      where client_id = ${clientId}
        and kind = ${kind}
        and due_at <= (${nextDue(clientId)})`,
    derived: (clientId) => sql`
      select ${kind}::text as kind
      where (${nextDue(clientId)}) is not null`,
    repair: (tx, clientId) => noteNext(tx, clientId, work),
  }
}
