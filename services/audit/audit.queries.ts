import { randomUUID } from 'node:crypto'
import type { ClientId } from '../../contract/ids.ts'
import type { AuditDetails, Tx } from '../../platform/handle.ts'
import { chainHash, emptyChain, type ChainedEvent, type ChainHead } from './audit-chain.server.ts'

export type AuditEvent = {
  at: string
  actor: string | null
  subject: string | null
  action: string
  details: AuditDetails
  requestId?: string | undefined
}

/** Appends events to the client's chain. Call it last: it locks the head's row until the transaction ends. */
export async function appendAudit(tx: Tx, clientId: ClientId, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  const head = await lockHead(tx, clientId)
  const { rows, last } = chained(head, events)
  // PostgreSQL allows at most 65,535 parameters per statement.
  for (let from = 0; from < rows.length; from += 5_000) {
    await tx
      .insertInto('audit_event')
      .values(rows.slice(from, from + 5_000).map((row) => ({ client_id: clientId, ...row })))
      .execute()
  }
  await tx
    .updateTable('audit_head')
    .set({ sequence: last.sequence, hash: Buffer.from(last.hash) })
    .where('client_id', '=', clientId)
    .execute()
}

export function listAuditAfter(
  tx: Tx,
  clientId: ClientId,
  { sequence, limit }: { sequence: bigint; limit: number },
): Promise<ChainedEvent[]> {
  return tx
    .selectFrom('audit_event')
    .select(['sequence', 'entry', 'action', 'previous_hash', 'hash'])
    .where('client_id', '=', clientId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

export function listAuditBetween(
  tx: Tx,
  clientId: ClientId,
  { first, last }: { first: number; last: number },
): Promise<ChainedEvent[]> {
  return tx
    .selectFrom('audit_event')
    .select(['sequence', 'entry', 'action', 'previous_hash', 'hash'])
    .where('client_id', '=', clientId)
    .where('sequence', '>=', BigInt(first))
    .where('sequence', '<=', BigInt(last))
    .orderBy('sequence', 'desc')
    .execute()
}

export async function readAuditHead(tx: Tx, clientId: ClientId): Promise<ChainHead> {
  const row = await tx
    .selectFrom('audit_head')
    .select(['sequence', 'hash'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row ?? emptyChain
}

async function lockHead(tx: Tx, clientId: ClientId): Promise<ChainHead> {
  await tx
    .insertInto('audit_head')
    .values({ client_id: clientId, sequence: emptyChain.sequence, hash: Buffer.from(emptyChain.hash) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('audit_head')
    .select(['sequence', 'hash'])
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

function chained(head: ChainHead, events: readonly AuditEvent[]) {
  let last = head
  // Each event has a random id. Without it, the text of a simple event could be guessed from its hash.
  const rows = events.map(({ at, actor, subject, action, details, requestId = randomUUID() }) => {
    const entry = JSON.stringify({ at, actor, subject, action, details, requestId })
    const row = {
      sequence: last.sequence + 1n,
      entry,
      action,
      previous_hash: Buffer.from(last.hash),
      hash: chainHash(last.hash, entry),
    }
    last = row
    return row
  })
  return { rows, last }
}
