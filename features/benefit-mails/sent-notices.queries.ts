import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow } from '../../database/client-row.ts'

export type NoticeGiven = { personId: PersonId; about: string; on: IsoDate }

export async function recordNotices<Notice extends NoticeGiven>(
  tx: Tx,
  clientId: ClientId,
  { notices }: { notices: readonly Notice[] },
): Promise<Notice[]> {
  if (notices.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    insert into notice_sent as known (client_id, person_id, about, sent_on)
    select client.client_id, person_id, about, sent_on
    from ${clientRow(clientId)}
    cross join unnest(
      ${notices.map(({ personId }) => personId)}::uuid[],
      ${notices.map(({ about }) => about)}::text[],
      ${notices.map(({ on }) => on)}::date[]
    ) as listed(person_id, about, sent_on)
    order by person_id, about
    on conflict do nothing
    returning known.person_id::text || ' ' || known.about as key
  `.execute(tx)
  const fresh = new Set(rows.map(({ key }) => key))
  // `delete` returns true only once for each notice, so duplicates in `notices` are dropped.
  return notices.filter(({ personId, about }) => fresh.delete(`${personId} ${about}`))
}
