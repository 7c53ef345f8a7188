import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import type { ChainedEvent } from '../../services/audit/audit-chain.server.ts'
import { readAudit, type AuditEventView } from './audit.contract.ts'
import { listAuditBetween, readAuditHead, type AuditEvent } from '../../services/audit/audit.queries.ts'
import { channelOf, visibleActions } from './visible-audit-actions.rules.ts'

export const auditHandlers: Handler[] = [
  handle(readAudit, async (call) => {
    requireOwnClient(call)
    const { page, range } = call.query
    const head = await readAuditHead(call.tx, call.clientId)
    // Events are numbered without gaps, so the newest number is the total.
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
  // Only `appendAudit` writes this text.
  const event = JSON.parse(entry) as AuditEvent
  const { at, actor, subject } = event
  const through = channelOf(event)
  if (visibleActions.has(action)) return { ...place, at, actor, subject, through, action, entry }
  // For actions on behalf of others, action and text stay hidden, because they may reveal personal data.
  if (through) return { ...place, at, actor, subject, through, action: null, entry: null }
  return { ...place, at: null, actor: null, subject: null, through, action: null, entry: null }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
