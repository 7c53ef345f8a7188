import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow } from '../../database/client-row.ts'

export type SkippedPerson = {
  personId: PersonId
  waits: boolean
  isRetried: boolean
  lastRan: IsoDate | null
}

export async function skippedPeople(
  tx: Tx,
  clientId: ClientId,
  { job, today }: { job: string; today: IsoDate },
): Promise<Map<PersonId, SkippedPerson>> {
  const { rows } = await sql<SkippedPerson>`
    select
      person_id as "personId",
      bool_or(job <> ${job} and skipped_on = ${today}) as waits,
      bool_or(job = ${job}) as "isRetried",
      max(last_ran) filter (where job = ${job}) as "lastRan"
    from skipped_person
    where client_id = ${clientId}
      and (job = ${job} or skipped_on = ${today})
    group by person_id
  `.execute(tx)
  return new Map(rows.map((row) => [row.personId, row]))
}

/** Returns how many people only this job skipped today. */
export async function recordSkipped(
  tx: Tx,
  clientId: ClientId,
  {
    job,
    people,
    lastRan,
    today,
  }: { job: string; people: readonly PersonId[]; lastRan: IsoDate | null; today: IsoDate },
): Promise<number> {
  await sql`
    insert into skipped_person (client_id, job, person_id, last_ran, skipped_on)
    select client.client_id, ${job}, person_id, ${lastRan}::date, ${today}::date
    from ${clientRow(clientId)}
    cross join unnest(${[...people]}::uuid[]) as given (person_id)
    on conflict (client_id, job, person_id) do update
    set skipped_on = excluded.skipped_on
  `.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from skipped_person as skipped
    where client_id = ${clientId}
      and job = ${job}
      and skipped_on = ${today}
      and not exists (
        select
        from skipped_person
        where client_id = ${clientId}
          and person_id = skipped.person_id
          and job <> ${job}
          and skipped_on = ${today}
      )
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export async function forgetSkipped(
  tx: Tx,
  clientId: ClientId,
  { job, personId }: { job: string; personId: PersonId },
): Promise<void> {
  await sql`
    delete from skipped_person
    where client_id = ${clientId}
      and job = ${job}
      and person_id = ${personId}
  `.execute(tx)
}
