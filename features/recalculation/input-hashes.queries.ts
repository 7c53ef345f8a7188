import { type RawBuilder, sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { programVersion } from '../../platform/program-version.ts'

/** SQL for a hash of the program and a person's recalculation inputs, except day, scheme, details and facts. */
export function inputsHash(clientId: ClientId, personId: RawBuilder<unknown>): RawBuilder<string> {
  const of = (table: 'selection' | 'family_member' | 'benefit_terms_acceptance') => sql`(
    select string_agg(input::text, ',' order by input)
    from ${sql.table(table)} as input
    where input.client_id = ${clientId}
      and input.person_id = ${personId}
  )`
  return sql`md5(concat_ws(
    '|',
    ${programVersion}::text,
    ${of('selection')},
    ${of('family_member')},
    ${of('benefit_terms_acceptance')},
    (select count(*) from payroll_run where client_id = ${clientId})
  ))`
}

export async function inputHashesOf(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<Map<PersonId, string>> {
  const { rows } = await sql<{ personId: PersonId; inputs: string }>`
    select asked.id as "personId", ${inputsHash(clientId, sql`asked.id`)} as inputs
    from unnest(${[...people]}::uuid[]) as asked(id)
  `.execute(tx)
  return new Map(rows.map(({ personId, inputs }) => [personId, inputs]))
}
