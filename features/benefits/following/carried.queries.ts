import { sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, PersonId, SchemeYearId } from '../../../contract/ids.ts'
import type { Pence } from '../../../contract/money.ts'
import type { Tx } from '../../../database/database.ts'
import { versionColumns, versionOf } from '../selections/selection-versions.queries.ts'
import { unspentOf } from './carried.rules.ts'

/** What people have left of the pot of this code in the scheme year before a day, where it is theirs in the next one. */
export async function carriedOver(
  tx: Tx,
  clientId: ClientId,
  { code, people, before }: { code: string; people: readonly PersonId[]; before: IsoDate },
): Promise<Map<PersonId, Pence>> {
  const { rows } = await sql<{ id: SchemeYearId; from: IsoDate; to: IsoDate }>`
    select id, starts_on as "from", ends_on as "to"
    from scheme_year
    where client_id = ${clientId}
      and ends_on < ${before}
    order by ends_on desc
    limit 1
  `.execute(tx)
  const [year] = rows
  if (!year) return new Map()
  const versions = await tx
    .selectFrom('selection_version as v')
    .innerJoin('selection', (join) =>
      join.onRef('selection.client_id', '=', 'v.client_id').onRef('selection.id', '=', 'v.selection_id'),
    )
    .innerJoin('benefit', (join) =>
      join.onRef('benefit.client_id', '=', 'selection.client_id').onRef('benefit.id', '=', 'selection.benefit_id'),
    )
    .select(['selection.person_id as personId', ...versionColumns])
    .where('v.client_id', '=', clientId)
    .where('selection.scheme_year_id', '=', year.id)
    .where('selection.person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .where('benefit.code', '=', code)
    .where(sql<boolean>`benefit.definition -> 'pot' ->> 'excess' = 'roll-over'`)
    .orderBy('v.version')
    .execute()
  const byPerson = Map.groupBy(versions, ({ personId }) => personId)
  return new Map([...byPerson].map(([personId, own]) => [personId, unspentOf(own.map(versionOf), year)]))
}
