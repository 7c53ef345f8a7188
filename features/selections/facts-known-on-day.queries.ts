import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { factsKnownOn, type KnownFact } from '../../services/people/known-facts.queries.ts'
import { coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { versionColumns, selectionVersionOf } from '../../services/my-benefits/selection-versions.queries.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'

type VersionThen = { benefitId: BenefitId; benefit: string; version: SelectionVersion }

/** Returns facts and selections in force on `asOf`, as recorded by the end of `knownOn`. Recalculates nothing. */
export async function factsAndSelectionsKnownOn(
  tx: Tx,
  clientId: ClientId,
  { personId, asOf, knownOn }: { personId: PersonId; asOf: IsoDate; knownOn: IsoDate },
): Promise<{ facts: KnownFact[]; ran: VersionThen[] }> {
  const facts = await factsKnownOn(tx, clientId, { personId, asOf, knownOn })
  const rows = await tx
    .selectFrom('selection as s')
    .innerJoin('selection_version as v', (join) =>
      join.onRef('v.client_id', '=', 's.client_id').onRef('v.selection_id', '=', 's.id'),
    )
    .innerJoin('benefit as b', (join) =>
      join
        .onRef('b.client_id', '=', 'v.client_id')
        .onRef('b.scheme_year_id', '=', 'v.scheme_year_id')
        .onRef('b.id', '=', 's.benefit_id'),
    )
    .select(['s.benefit_id as benefitId', 'b.code as benefit', ...versionColumns])
    .where('s.client_id', '=', clientId)
    .where('s.person_id', '=', personId)
    .where('v.recorded_at', '<', sql<string>`(${knownOn}::date + 1)::timestamp at time zone 'Europe/London'`)
    .orderBy('b.position')
    .orderBy('b.code')
    .orderBy('v.version')
    .execute()
  const ran = [...Map.groupBy(rows, (row) => row.benefitId).values()].flatMap((own): VersionThen[] => {
    const [first] = own
    const then = coverPeriodOn(coverPeriodsOf(own.map(selectionVersionOf)), asOf)
    return first && then ? [{ benefitId: first.benefitId, benefit: first.benefit, version: then.version }] : []
  })
  return { facts, ran }
}
