import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

const rehearsals = new WeakSet<Tx>()

/** A marked transaction will be rolled back, so its facts use no numbers of the sequence. */
export function markAsRolledBack(tx: Tx): void {
  rehearsals.add(tx)
}

export async function nextFactSequenceNumbers(
  tx: Tx,
  clientId: ClientId,
  { count }: { count: number },
): Promise<string[]> {
  const number = rehearsals.has(tx)
    ? sql`(select coalesce(max(sequence), 0) from employment_fact where client_id = ${clientId}) + place`
    : sql`nextval('employment_fact_sequence_seq')`
  const { rows } = await sql<{ number: string }>`
    select (${number})::text as number
    from generate_series(1, ${count}::integer) as place
    order by place
  `.execute(tx)
  return rows.map((row) => row.number)
}
