import { sql, type RawBuilder } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { copyRows } from '../../database/copy-rows.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow } from '../../database/client-row.ts'
import type { RowFault } from '../../services/people/people-csv.rules.ts'
import { uploadLimits } from './upload-states.rules.ts'
import type { RowToCopy } from '../../database/rows-to-copy.ts'

export type StagedRow = { line: number; cells: string[] }

export async function storeRows(
  tx: Tx,
  clientId: ClientId,
  { uploadId, rows }: OfUpload & { rows: AsyncIterable<readonly StagedRow[]> },
): Promise<number> {
  async function* copied(): AsyncGenerator<RowToCopy[]> {
    for await (const some of rows)
      yield some.map(({ line, cells }) => [clientId, uploadId, line, JSON.stringify(cells)])
  }
  return copyRows(tx, {
    into: { table: 'upload_row', columns: ['client_id', 'upload_id', 'line', 'cells'] },
    rows: copied(),
  })
}

export function stagedRows(tx: Tx, clientId: ClientId, { uploadId }: OfUpload): AsyncGenerator<StagedRow[]> {
  return inPortions(
    tx,
    (after) => sql<StagedRow>`
      select line, cells
      from upload_row
      where client_id = ${clientId}
        and upload_id = ${uploadId}
        and line > ${after}
      order by line
      limit ${uploadLimits.together}
    `,
  )
}

/** Returns repeated values, ignoring case. `within` compares only rows with the same value in this column. */
export async function repeatedValues(
  tx: Tx,
  clientId: ClientId,
  { uploadId, place, within, atMost }: { uploadId: string; place: number; within?: number; atMost: number },
): Promise<{ line: number; value: string; earlier: number; total: number }[]> {
  const { rows } = await sql<{ line: number; value: string; earlier: number; total: number }>`
    with written as (
      select line, cells ->> ${place}::int as value, ${within === undefined ? sql`''` : sql`cells ->> ${within}::int`} as part
      from upload_row
      where client_id = ${clientId}
        and upload_id = ${uploadId}
    ),
    placed as (
      select line, value, min(line) over (partition by lower(part), lower(value)) as earlier
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

export async function storeFaults(
  tx: Tx,
  clientId: ClientId,
  { uploadId, faults }: { uploadId: string; faults: readonly RowFault[] },
): Promise<void> {
  await sql`
    insert into upload_fault (client_id, upload_id, number, line, column_name, value, reason)
    select client.client_id, ${uploadId}, ordinality, line, "column", value, reason
    from ${clientRow(clientId)}
    cross join rows from (
      jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as (line integer, "column" text, value text, reason text)
    ) with ordinality as fault
  `.execute(tx)
}

export async function faultsOfUpload(
  tx: Tx,
  clientId: ClientId,
  { uploadId, page, range }: { uploadId: string; page: number; range: number },
) {
  return tx
    .selectFrom('upload_fault')
    .select(['line', 'column_name as column', 'value', 'reason'])
    .where('client_id', '=', clientId)
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .limit(range)
    .offset((page - 1) * range)
    .execute()
}

export function deleteStagedRows(tx: Tx, clientId: ClientId, { uploadId }: OfUpload): Promise<void> {
  return drop(tx, clientId, { uploadId, tables: ['upload_row', 'upload_recalculation'] })
}

export function deleteCheckResults(tx: Tx, clientId: ClientId, { uploadId }: OfUpload): Promise<void> {
  return drop(tx, clientId, {
    uploadId,
    tables: ['upload_fault', 'upload_person', 'upload_difference', 'upload_recalculation'],
  })
}

export function deleteUnappliedResults(tx: Tx, clientId: ClientId, { uploadId }: OfUpload): Promise<void> {
  return drop(tx, clientId, {
    uploadId,
    tables: ['upload_row', 'upload_person', 'upload_difference', 'upload_recalculation'],
  })
}

type OfUpload = { uploadId: string }

async function drop(
  tx: Tx,
  clientId: ClientId,
  {
    uploadId,
    tables,
  }: OfUpload & { tables: readonly `upload_${'row' | 'fault' | 'person' | 'difference' | 'recalculation'}`[] },
): Promise<void> {
  for (const table of tables)
    await tx.deleteFrom(table).where('client_id', '=', clientId).where('upload_id', '=', uploadId).execute()
}

export function deleteBenefitEffects(tx: Tx, clientId: ClientId, { uploadId }: OfUpload): Promise<void> {
  return drop(tx, clientId, { uploadId, tables: ['upload_difference'] })
}

export async function deleteUndoRecords(
  tx: Tx,
  clientId: ClientId,
  { uploadId, people }: OfUpload & { people: readonly PersonId[] },
): Promise<void> {
  await sql`
    delete from upload_person
    where client_id = ${clientId}
      and upload_id = ${uploadId}
      and person_id = any(${[...people]}::uuid[])
      and kind <> 'new'
      and not kept_at_undo
  `.execute(tx)
  await sql`
    update upload_person
    set fields = '[]', email_before = null, details_before = null, details_after = null, facts = null
    where client_id = ${clientId}
      and upload_id = ${uploadId}
      and person_id = any(${[...people]}::uuid[])
  `.execute(tx)
}

export async function* inPortions<Row extends { line: number }>(
  tx: Tx,
  select: (after: number) => RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const { rows } = await select(after).execute(tx)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.line
  }
}
