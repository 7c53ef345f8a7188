import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

/** Rows whose employee number somebody else holds today: not whoever has the row's address. */
export async function numbersOfOthers(
  tx: Tx,
  clientId: ClientId,
  { loadId, places, atMost }: { loadId: string; places: { number: number; email: number }; atMost: number },
): Promise<{ line: number; value: string; total: number }[]> {
  const { rows } = await sql<{ line: number; value: string; total: number }>`
    with current as (
      select distinct on (person_id) person_id, value
      from employment_fact
      where client_id = ${clientId}
        and fact = 'employee-number'
        and effective_from <= app.today()
      order by person_id, effective_from desc, recorded_at desc, sequence desc
    ),
    written as (
      select line, cells ->> ${places.number}::int as value, lower(cells ->> ${places.email}::int) as email
      from data_load_row
      where client_id = ${clientId}
        and load_id = ${loadId}
    )
    select written.line, written.value, (count(*) over ())::int as total
    from written
    join current on current.value = written.value
    left join account on account.client_id = ${clientId} and account.email = written.email
    where account.person_id is distinct from current.person_id
    order by written.line
    limit ${atMost}
  `.execute(tx)
  return rows
}
