import { type RawBuilder, sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

/** Transactions that will be rolled back. */
const rehearsals = new WeakSet<Tx>()

/** Prepares a rehearsal: its facts take no numbers, because a rollback does not return them to the sequence. */
export function rehearsePeople(tx: Tx): void {
  rehearsals.add(tx)
}

type Numbering = Record<'column' | 'overriding' | 'value', RawBuilder<unknown>>

/** SQL that numbers rows inserted into `employment_fact`: from its sequence, or in a rehearsal by counting on. */
export function numberingOf(tx: Tx, clientId: ClientId, order: RawBuilder<unknown>): Numbering {
  if (!rehearsals.has(tx)) return { column: sql``, overriding: sql``, value: sql`` }
  return {
    column: sql`, sequence`,
    overriding: sql`overriding system value`,
    value: sql`,
      (select coalesce(max(sequence), 0) from employment_fact where client_id = ${clientId})
        + row_number() over (order by ${order})`,
  }
}
