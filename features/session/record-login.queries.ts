import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { clientRow } from '../../database/client-row.ts'
import type { Tx } from '../../platform/handle.ts'
import { appendAudit, type AuditEvent } from '../../services/audit/audit.queries.ts'
import { employmentOn } from '../../services/session/employment-status.queries.ts'

/** Does not count leavers. Call it last, because it locks the audit chain. */
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

/** A day that already has a count keeps it. */
export async function importLoginCounts(
  tx: Tx,
  clientId: ClientId,
  { days }: { days: readonly { day: IsoDate; logins: number }[] },
): Promise<void> {
  await sql`
    insert into login_count (client_id, day, logins)
    select client.client_id, past.day, past.logins
    from ${clientRow(clientId)}
    cross join unnest(
      ${days.map(({ day }) => day)}::date[],
      ${days.map(({ logins }) => logins)}::integer[]
    ) as past (day, logins)
    on conflict (client_id, day) do nothing
  `.execute(tx)
}
