import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { copyRows, type CopiedRow } from '../../database/copy-rows.ts'
import type { Tx } from '../../database/database.ts'
import type { RowFault } from '../employees/people-csv.rules.ts'
import { uploadLimits } from './limits.ts'

/** A row of the file, its cells in the order of the columns. */
export type StagedRow = { line: number; cells: string[] }

/** Takes rows in as they come, by COPY. Answers how many they were. */
export async function stageRows(
  tx: Tx,
  clientId: ClientId,
  { loadId, rows }: { loadId: string; rows: AsyncIterable<readonly StagedRow[]> },
): Promise<number> {
  await sql`create temporary table taken_row (line integer, cells jsonb) on commit drop`.execute(tx)
  const count = await copyRows(tx, { into: { table: 'taken_row', columns: ['line', 'cells'] }, rows: texts(rows) })
  await sql`
    insert into data_load_row (client_id, load_id, line, cells)
    select ${clientId}, ${loadId}, line, cells
    from taken_row
  `.execute(tx)
  return count
}

async function* texts(rows: AsyncIterable<readonly StagedRow[]>): AsyncGenerator<CopiedRow[]> {
  for await (const some of rows) yield some.map(({ line, cells }) => [line, JSON.stringify(cells)])
}

/** Every row in portions, in the order of the file. */
export async function* stagedRows(
  tx: Tx,
  clientId: ClientId,
  { loadId }: { loadId: string },
): AsyncGenerator<StagedRow[]> {
  for (let after = 0; ;) {
    const { rows } = await sql<StagedRow>`
      select line, cells
      from data_load_row
      where client_id = ${clientId}
        and load_id = ${loadId}
        and line > ${after}
      order by line
      limit ${uploadLimits.together}
    `.execute(tx)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.line
  }
}

/** Values of a column that stand in more than one row, whatever their case: of each row but the first, with its line. */
export async function repeatedValues(
  tx: Tx,
  clientId: ClientId,
  { loadId, place, atMost }: { loadId: string; place: number; atMost: number },
): Promise<{ line: number; value: string; earlier: number; total: number }[]> {
  const { rows } = await sql<{ line: number; value: string; earlier: number; total: number }>`
    with written as (
      select line, cells ->> ${place}::int as value
      from data_load_row
      where client_id = ${clientId}
        and load_id = ${loadId}
    ),
    placed as (
      select line, value, min(line) over (partition by lower(value)) as earlier
      from written
      where value <> ''
    )
    select line, value, earlier, (count(*) over ())::int as total
    from placed
    where line > earlier
    order by line
    limit ${atMost}
  `.execute(tx)
  return rows
}

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

export async function keepFaults(
  tx: Tx,
  clientId: ClientId,
  { loadId, faults }: { loadId: string; faults: readonly RowFault[] },
): Promise<void> {
  await sql`
    insert into data_load_fault (client_id, load_id, number, line, column_name, value, reason)
    select ${clientId}, ${loadId}, ordinality, line, "column", value, reason
    from rows from (
      jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as (line integer, "column" text, value text, reason text)
    ) with ordinality
  `.execute(tx)
}

export async function faultsOf(
  tx: Tx,
  clientId: ClientId,
  { loadId, page, range }: { loadId: string; page: number; range: number },
) {
  return tx
    .selectFrom('data_load_fault')
    .select(['line', 'column_name as column', 'value', 'reason'])
    .where('client_id', '=', clientId)
    .where('load_id', '=', loadId)
    .orderBy('number')
    .limit(range)
    .offset((page - 1) * range)
    .execute()
}

/** What an ended upload needs no more: its rows, and what they were going to change where they do not. */
export async function dropRows(tx: Tx, clientId: ClientId, { loadId }: { loadId: string }): Promise<void> {
  await sql`delete from data_load_row where client_id = ${clientId} and load_id = ${loadId}`.execute(tx)
}

/** What a check found out; it is made anew. */
export async function dropFindings(tx: Tx, clientId: ClientId, { loadId }: { loadId: string }): Promise<void> {
  await sql`delete from data_load_fault where client_id = ${clientId} and load_id = ${loadId}`.execute(tx)
  await sql`delete from data_load_person where client_id = ${clientId} and load_id = ${loadId}`.execute(tx)
  await sql`delete from data_load_difference where client_id = ${clientId} and load_id = ${loadId}`.execute(tx)
}
