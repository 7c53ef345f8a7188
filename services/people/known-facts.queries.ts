import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { FactName } from './people-csv.rules.ts'

export type KnownFact = {
  fact: FactName
  value: string | null
  effectiveFrom: IsoDate
  recordedAt: string
  source: string
}

/** Returns a person's employment on one day, as it was known at the end of another day (days in London). */
export async function factsKnownOn(
  tx: Tx,
  clientId: ClientId,
  { personId, asOf: effectiveOn, knownOn }: { personId: PersonId; asOf: IsoDate; knownOn: IsoDate },
): Promise<KnownFact[]> {
  const { rows } = await sql<KnownFact>`
    select distinct on (fact)
      fact, value, effective_from as "effectiveFrom", recorded_at as "recordedAt", source
    from employment_fact
    where client_id = ${clientId}
      and person_id = ${personId}
      and effective_from <= ${effectiveOn}
      and recorded_at < (${knownOn}::date + 1)::timestamp at time zone 'Europe/London'
    order by fact, effective_from desc, recorded_at desc, sequence desc
  `.execute(tx)
  return rows
}
