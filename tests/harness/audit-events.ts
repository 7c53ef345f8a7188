import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { ChainedEvent } from '../../services/audit/audit-chain.server.ts'

export function listAuditEvents(tx: Tx, clientId: ClientId): Promise<ChainedEvent[]> {
  return tx
    .selectFrom('audit_event')
    .select(['sequence', 'entry', 'action', 'previous_hash', 'hash'])
    .where('client_id', '=', clientId)
    .orderBy('sequence')
    .execute()
}
