import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { EmploymentFact } from './employment-facts.rules.ts'

export type RecordedFact = EmploymentFact & { personId: PersonId }

/**
 * Appends facts, each only where it differs from what is known for its day; answers how many were new. Nothing is ever
 * changed or removed, so both 'as of' and 'as known on' stay answerable.
 */
export async function recordFacts(
  tx: Tx,
  clientId: ClientId,
  {
    facts,
    source,
    recordedBy = null,
  }: { facts: readonly RecordedFact[]; source: string; recordedBy?: PersonId | null },
): Promise<number> {
  const given = facts.map(({ personId, fact, value, effectiveFrom }) => ({
    person_id: personId,
    fact,
    value,
    effective_from: effectiveFrom,
  }))
  const { rows } = await sql<{ id: string }>`
    insert into employment_fact (client_id, person_id, fact, value, effective_from, source, recorded_by)
    select ${clientId}::uuid, given.person_id, given.fact, given.value, given.effective_from, ${source}, ${recordedBy}::uuid
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(person_id uuid, fact text, value text, effective_from date)
    left join lateral (
      select value
      from employment_fact
      where client_id = ${clientId}
        and person_id = given.person_id
        and fact = given.fact
        and effective_from <= given.effective_from
      order by effective_from desc, recorded_at desc, sequence desc
      limit 1
    ) as current on true
    where given.value is distinct from current.value
    order by given.effective_from
    returning id
  `.execute(tx)
  return rows.length
}

/** Who holds an employee number today, so that no two people share one. */
export async function peopleByEmployeeNumber(
  tx: Tx,
  clientId: ClientId,
  { numbers }: { numbers: readonly string[] },
): Promise<Map<string, PersonId>> {
  const { rows } = await sql<{ value: string; personId: PersonId }>`
    with current as (
      select distinct on (person_id) person_id, value
      from employment_fact
      where client_id = ${clientId}
        and fact = 'employee-number'
        and effective_from <= app.today()
      order by person_id, effective_from desc, recorded_at desc, sequence desc
    )
    select value, person_id as "personId"
    from current
    where value = any(${[...numbers]}::text[])
    order by value
  `.execute(tx)
  return new Map(rows.map(({ value, personId }) => [value, personId]))
}
