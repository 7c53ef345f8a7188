import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow } from '../../database/client-row.ts'
import type { Recalculated } from '../../services/recalculation/recalculate.queries.ts'
import { inputsHash } from '../recalculation/input-hashes.queries.ts'

/** Calculated by the check, with the hash of what it read (`inputsHash`). */
export type RecalculatedPerson = { personId: PersonId; inputs: string; selections: readonly Recalculated[] }

export async function storeRecalculated(
  tx: Tx,
  clientId: ClientId,
  { uploadId, people }: { uploadId: string; people: readonly RecalculatedPerson[] },
): Promise<void> {
  await sql`
    insert into upload_recalculation (client_id, upload_id, person_id, inputs, selections)
    select client.client_id, ${uploadId}, "personId", inputs, selections
    from ${clientRow(clientId)}
    cross join json_to_recordset(${JSON.stringify(people)}::json) as given("personId" uuid, inputs text, selections text)
  `.execute(tx)
}

/** Omits people whose data have changed since the check. */
export async function recalculationsInForce(
  tx: Tx,
  clientId: ClientId,
  { uploadId, people }: { uploadId: string; people: readonly PersonId[] },
): Promise<Omit<RecalculatedPerson, 'inputs'>[]> {
  const { rows } = await sql<Omit<RecalculatedPerson, 'inputs'>>`
    select person_id as "personId", selections::json
    from upload_recalculation
    where client_id = ${clientId}
      and upload_id = ${uploadId}
      and person_id = any(${[...people]}::uuid[])
      and inputs = ${inputsHash(clientId, sql`upload_recalculation.person_id`)}
    order by person_id
  `.execute(tx)
  return rows
}
