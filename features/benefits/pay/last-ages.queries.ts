import { sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, SelectionId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { lastAgeEndsFrom } from '../eligibility/lost-conditions.rules.ts'

/** The first day without cover of those of these selections that end with a last age, where it is still to come. */
export async function lastAgesOf(
  tx: Tx,
  clientId: ClientId,
  { selectionIds, today }: { selectionIds: readonly SelectionId[]; today: IsoDate },
): Promise<Map<SelectionId, IsoDate>> {
  const { rows } = await sql<{ id: SelectionId; definition: BenefitDefinition; dateOfBirth: IsoDate }>`
    select
      selection.id,
      benefit.definition - '{description,options,price,terms,provider,faqs,links}'::text[] as definition,
      person_details.date_of_birth as "dateOfBirth"
    from selection
    join selection_version as version
      on version.client_id = ${clientId}
      and version.selection_id = selection.id
      and version.version = coalesce(selection.running_version, selection.version)
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    join person_details on person_details.client_id = ${clientId} and person_details.person_id = selection.person_id
    where selection.client_id = ${clientId}
      and selection.id = any(${[...selectionIds]}::uuid[])
      and benefit.definition -> 'ages' ? 'to'
    order by selection.id
  `.execute(tx)
  return new Map(
    rows.flatMap(({ id, definition, dateOfBirth }) => {
      const endsFrom = lastAgeEndsFrom(definition, dateOfBirth)
      return endsFrom && endsFrom > today ? [[id, endsFrom] as const] : []
    }),
  )
}
