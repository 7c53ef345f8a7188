import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { partPeriodRule } from '../payroll/part-period.rules.ts'
import { type BenefitOfYear, benefitDefinitionsOf } from './benefit-definitions.queries.ts'
import { firstDayOverMaximumAge } from '../../domain/eligibility/eligibility-loss.rules.ts'
import type { CoverTerms } from '../my-benefits/versions-in-force.rules.ts'

export async function coverTermsOf(
  tx: Tx,
  clientId: ClientId,
  { selectionIds, today }: { selectionIds: readonly SelectionId[]; today: IsoDate },
): Promise<Map<SelectionId, CoverTerms>> {
  const { rows } = await sql<BenefitOfYear & { id: SelectionId; dateOfBirth: IsoDate }>`
    select
      selection.id,
      selection.benefit_id as "benefitId",
      version.scheme_year_id as "schemeYearId",
      person_details.date_of_birth as "dateOfBirth"
    from selection
    join selection_version as version
      on version.client_id = ${clientId}
      and version.selection_id = selection.id
      and version.version = coalesce(selection.version_in_force, selection.version)
    join person_details on person_details.client_id = ${clientId} and person_details.person_id = selection.person_id
    where selection.client_id = ${clientId}
      and selection.id = any(${[...selectionIds]}::uuid[])
    order by selection.id
  `.execute(tx)
  const definitionOf = await benefitDefinitionsOf(tx, clientId, rows)
  return new Map(
    rows.flatMap(({ id, dateOfBirth, ...benefit }) => {
      const definition = definitionOf(benefit)
      if (!definition) return []
      const endsFrom = firstDayOverMaximumAge(definition, dateOfBirth)
      const terms = { partPeriod: partPeriodRule(definition), ...(endsFrom && endsFrom > today && { endsFrom }) }
      return [[id, terms] as const]
    }),
  )
}
