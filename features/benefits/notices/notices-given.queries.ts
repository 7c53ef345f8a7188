import { sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, PersonId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'

/** That somebody was told of something, and when. */
export type NoticeGiven = { personId: PersonId; about: string; on: IsoDate }

/** Notes that people are told of something; answers those who have not been told of it before. */
export async function noteGiven(
  tx: Tx,
  clientId: ClientId,
  { notices }: { notices: readonly NoticeGiven[] },
): Promise<Set<PersonId>> {
  const { rows } = await sql<{ personId: PersonId }>`
    insert into notice_sent (client_id, person_id, about, sent_on)
    select ${clientId}::uuid, person_id, about, sent_on
    from unnest(
      ${notices.map(({ personId }) => personId)}::uuid[],
      ${notices.map(({ about }) => about)}::text[],
      ${notices.map(({ on }) => on)}::date[]
    ) as listed(person_id, about, sent_on)
    order by person_id, about
    on conflict do nothing
    returning person_id as "personId"
  `.execute(tx)
  return new Set(rows.map(({ personId }) => personId))
}
