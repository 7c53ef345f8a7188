import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/own-client.ts'
import type { ChainedEvent } from './audit-chain.server.ts'
import { readAudit, type AuditEventView } from './audit.contract.ts'
import { listAuditBetween, readAuditHead, type AuditEvent } from './audit.queries.ts'
import { toldActions } from './told-actions.rules.ts'

export const auditHandlers: Handler[] = [
  handle(readAudit, async (call) => {
    requireOwnClient(call)
    const { page, range } = call.query
    const head = await readAuditHead(call.tx, call.clientId)
    // Events are numbered without a gap: how many there are, and which a page has, follows from the last one's number.
    const total = Number(head.sequence)
    const last = total - (page - 1) * range
    const events = last < 1 ? [] : await listAuditBetween(call.tx, call.clientId, { first: last - range + 1, last })
    return {
      head: { sequence: total, hash: hex(head.hash) },
      data: events.map(viewOf),
      last_page: Math.max(1, Math.ceil(total / range)),
      per_page: range,
      total,
    }
  }),
]

function viewOf({ sequence, entry, action, previous_hash: previous, hash }: ChainedEvent): AuditEventView {
  const place = { sequence: Number(sequence), previousHash: hex(previous), hash: hex(hash) }
  if (!toldActions.has(action)) return { ...place, at: null, actor: null, subject: null, action: null, entry: null }
  // Written by `appendAudit` alone.
  const { at, actor, subject } = JSON.parse(entry) as AuditEvent
  return { ...place, at, actor, subject, action, entry }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
