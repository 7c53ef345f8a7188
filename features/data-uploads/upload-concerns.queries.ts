import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { withoutNestedLoops } from '../../platform/without-nested-loops.queries.ts'
import { concernTexts as say } from './upload-concerns.messages.ts'
import { type Concern, listedConcerns } from './upload-concerns.server.ts'

export async function employerUsers(tx: Tx, clientId: ClientId): Promise<Set<PersonId>> {
  const rows = await tx
    .selectFrom('account')
    .select('person_id')
    .where('client_id', '=', clientId)
    .where('user_type', '=', 'employer')
    .execute()
  return new Set(rows.map(({ person_id: personId }) => personId))
}

export async function countEmployed(tx: Tx, clientId: ClientId): Promise<number> {
  const { rows } = await sql<{ employed: number }>`
    select count(*)::integer as employed
    from employee
    where client_id = ${clientId}
      and (employed_until is null or employed_until >= ${transactionDay})
  `.execute(tx)
  return rows[0]?.employed ?? 0
}

type Joiner = Omit<Concern, 'kind' | 'text'> & { number: string | null; earlier: number | null; total: number }

/** Returns joiners with the name and birthday of a known person or an earlier line. `total` counts all of them. */
export async function possibleDuplicateJoiners(
  tx: Tx,
  clientId: ClientId,
  { uploadId }: { uploadId: string },
): Promise<{ count: number; people: Omit<Concern, 'kind'>[] }> {
  const joiners = sql<Joiner>`
    with joiner as materialized (
      select
        line,
        person_id,
        name,
        employee_number,
        lower(name) as name_key,
        (details_after ->> 'dateOfBirth')::date as date_of_birth,
        min(line) over (partition by lower(name), details_after ->> 'dateOfBirth') as earlier
      from upload_person
      where client_id = ${clientId}
        and upload_id = ${uploadId}
        and kind = 'new'
    ),
    alike as (
      select line, name, employee_number as "employeeNumber", null as number, earlier
      from joiner
      where line > earlier
      union all
      select joiner.line, joiner.name, joiner.employee_number, employee.employee_number, null
      from joiner
      join person_details as details
        on details.client_id = ${clientId}
        and details.date_of_birth = joiner.date_of_birth
        and lower(details.first_name || ' ' || details.surname) = joiner.name_key
        and details.person_id <> joiner.person_id
      join employee on employee.client_id = ${clientId} and employee.person_id = details.person_id
    )
    select line, name, "employeeNumber", number, earlier, (count(*) over ())::integer as total
    from (select distinct on (line) * from alike order by line, number) as alike
    order by line, number
    limit ${listedConcerns}
  `
  const { rows } = await withoutNestedLoops(tx, () => joiners.execute(tx))
  return {
    count: rows[0]?.total ?? 0,
    people: rows.map(({ line, name, employeeNumber, number, earlier }) => ({
      line,
      name,
      employeeNumber,
      text: earlier === null ? say.samePerson(number) : say.sameInFile(earlier),
    })),
  }
}
