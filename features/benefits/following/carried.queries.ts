import { sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../../contract/ids.ts'
import type { Pence } from '../../../contract/money.ts'
import type { Tx } from '../../../database/database.ts'
import { schemeYearOn } from '../benefits.queries.ts'
import { versionColumns, versionOf } from '../selections/selection-versions.queries.ts'
import { unspentOf } from './carried.rules.ts'

/** What people have left of a pot on the last day of a scheme year, where it is theirs in the next one. */
export async function carriedOver(
  tx: Tx,
  clientId: ClientId,
  { benefitId, people, lastDay }: { benefitId: BenefitId; people: readonly PersonId[]; lastDay: IsoDate },
): Promise<Map<PersonId, Pence>> {
  const year = await schemeYearOn(tx, clientId, { date: lastDay })
  if (!year) return new Map()
  const versions = await tx
    .selectFrom('selection_version as v')
    .innerJoin('selection', (join) =>
      join.onRef('selection.client_id', '=', 'v.client_id').onRef('selection.id', '=', 'v.selection_id'),
    )
    .innerJoin('benefit', (join) =>
      join
        .onRef('benefit.client_id', '=', 'selection.client_id')
        .onRef('benefit.id', '=', 'selection.benefit_id')
        .on('benefit.scheme_year_id', '=', year.id),
    )
    .select(['selection.person_id as personId', ...versionColumns])
    .where('v.client_id', '=', clientId)
    .where('selection.person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .where('selection.benefit_id', '=', benefitId)
    .where(sql<boolean>`benefit.definition -> 'pot' ->> 'excess' = 'roll-over'`)
    .orderBy('v.version')
    .execute()
  const byPerson = Map.groupBy(versions, ({ personId }) => personId)
  return new Map([...byPerson].map(([personId, own]) => [personId, unspentOf(own.map(versionOf), year)]))
}
