import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

export type PersonFactChange = {
  personId: PersonId
  fact: string
  effectiveFrom: IsoDate
  before: string | null
  after: string | null
}

export async function newestFactSequence(tx: Tx, clientId: ClientId): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select coalesce(max(sequence), 0)::text as last
    from employment_fact
    where client_id = ${clientId}
  `.execute(tx)
  return rows[0]?.last ?? '0'
}

export async function factsSince(
  tx: Tx,
  clientId: ClientId,
  { last }: { last: string },
): Promise<Map<PersonId, PersonFactChange[]>> {
  const { rows } = await sql<PersonFactChange>`
    select
      news.person_id as "personId",
      news.fact,
      news.effective_from as "effectiveFrom",
      known.value as before,
      news.value as after
    from employment_fact as news
    left join lateral (
      select value
      from employment_fact
      where client_id = ${clientId}
        and person_id = news.person_id
        and fact = news.fact
        and effective_from <= news.effective_from
        and sequence <= ${last}::bigint
      order by effective_from desc, recorded_at desc, sequence desc
      limit 1
    ) as known on true
    where news.client_id = ${clientId}
      and news.sequence > ${last}::bigint
    order by news.person_id, news.effective_from, news.fact
  `.execute(tx)
  return Map.groupBy(rows, ({ personId }) => personId)
}
