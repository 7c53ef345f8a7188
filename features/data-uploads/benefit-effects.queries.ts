import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow } from '../../database/client-row.ts'
import type { DifferenceRow } from './data-uploads.contract.ts'

export async function storeBenefitEffects(
  tx: Tx,
  clientId: ClientId,
  { uploadId, rows, after }: { uploadId: string; rows: readonly DifferenceRow[]; after: number },
): Promise<void> {
  await sql`
    insert into upload_difference
      (client_id, upload_id, position, kind, person_id, name, employee_number, benefit_name, reason, cost_before, cost_after)
    select
      client.client_id, ${uploadId}, ${after} + ordinality, kind, "employeeId", name, "employeeNumber", "benefitName", reason,
      nullif(before, 'null'), nullif(after, 'null')
    from ${clientRow(clientId)}
    cross join rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
        kind text, "employeeId" uuid, name text, "employeeNumber" text, "benefitName" text, reason text, before jsonb,
        after jsonb
      )
    ) with ordinality as line
  `.execute(tx)
}

const kinds: readonly DifferenceRow['kind'][] = ['gains', 'loses', 'begins', 'ends', 'repriced']

type DifferenceRequest = { uploadId: string; kind: DifferenceRow['kind'] | undefined; page: number; range: number }

export async function pageOfBenefitEffects(
  tx: Tx,
  clientId: ClientId,
  { uploadId, kind, page, range }: DifferenceRequest,
): Promise<{ data: DifferenceRow[]; counts: Record<DifferenceRow['kind'], number> }> {
  const { rows: data } = await sql<DifferenceRow>`
    select
      kind,
      person_id as "employeeId",
      name,
      employee_number as "employeeNumber",
      benefit_name as "benefitName",
      reason,
      cost_before as before,
      cost_after as after
    from upload_difference
    where client_id = ${clientId}
      and upload_id = ${uploadId}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    -- Sorted by code points, so that every machine has the same order.
    order by
      array_position(${[...kinds]}::text[], kind), benefit_name collate "C", name collate "C",
      coalesce(employee_number, '') collate "C", position
    limit ${range}
    offset ${(page - 1) * range}
  `.execute(tx)
  const { rows: counted } = await sql<{ kind: DifferenceRow['kind']; count: number }>`
    select kind, count(*)::int as count
    from upload_difference
    where client_id = ${clientId}
      and upload_id = ${uploadId}
    group by kind
  `.execute(tx)
  const counts = { gains: 0, loses: 0, repriced: 0, begins: 0, ends: 0 }
  for (const one of counted) counts[one.kind] = one.count
  return { data, counts }
}
