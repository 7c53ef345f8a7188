import { sql } from 'kysely'
import type { BenefitId, ClientId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'

export type BenefitOfYear = { benefitId: BenefitId; schemeYearId: SchemeYearId }

export async function benefitDefinitionsOf(
  tx: Tx,
  clientId: ClientId,
  requested: readonly BenefitOfYear[],
): Promise<(one: BenefitOfYear) => BenefitDefinition | undefined> {
  const keyOf = ({ benefitId, schemeYearId }: BenefitOfYear) => `${benefitId} ${schemeYearId}`
  const { rows } = await sql<BenefitOfYear & { definition: BenefitDefinition }>`
    select
      id as "benefitId",
      scheme_year_id as "schemeYearId",
      definition - '{description,terms,provider,faqs,links}'::text[] as definition
    from benefit
    where client_id = ${clientId}
      and id = any(${[...new Set(requested.map(({ benefitId }) => benefitId))]}::uuid[])
      and scheme_year_id = any(${[...new Set(requested.map(({ schemeYearId }) => schemeYearId))]}::uuid[])
  `.execute(tx)
  const definitions = new Map(rows.map((row) => [keyOf(row), row.definition]))
  return (one) => definitions.get(keyOf(one))
}
