import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { clientRow } from '../../database/client-row.ts'
import type { Tx } from '../../platform/handle.ts'
import { appendAudit, type AuditEvent } from '../../services/audit/audit.queries.ts'
import { employmentOn } from '../../services/session/employment-status.queries.ts'

/**
 * Counts the login, except of a leaver, and appends its audit events. Call it last, because it locks the day's count
 * and the audit chain.
 */
export async function recordLogin(
  tx: Tx,
  clientId: ClientId,
  { personId, events }: { personId: PersonId; events: readonly AuditEvent[] },
): Promise<void> {
  await sql`
    insert into login_count as known (client_id, day, logins)
    select client.client_id, ${transactionDay}, 1
    from ${clientRow(clientId)}
    cross join (${employmentOn(transactionDay, { clientId, person: sql`${personId}::uuid` })}) as employment
    where employment.status <> 'left'
    on conflict (client_id, day) do update
    set logins = known.logins + 1
  `.execute(tx)
  await appendAudit(tx, clientId, events)
}
