import { sql } from 'kysely'
import type { ClientId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { type BenefitOfYear, benefitDefinitionsOf } from './benefit-definitions.queries.ts'
import { boughtDays, type LeavingRule, leavingRule } from '../payroll/leaving-rule.rules.ts'

export type SelectionLeavingRule = { rule: Omit<LeavingRule, 'earned'>; boughtDays: (version: number) => number | null }

export async function leavingRulesOf(
  tx: Tx,
  clientId: ClientId,
  { selectionIds }: { selectionIds: readonly SelectionId[] },
): Promise<Map<SelectionId, SelectionLeavingRule>> {
  const { rows } = await sql<BenefitOfYear & { id: SelectionId; choices: Record<number, Choice> | null }>`
    select
      selection.id,
      selection.benefit_id as "benefitId",
      version.scheme_year_id as "schemeYearId",
      (
        select jsonb_object_agg(bought.version, bought.choice)
        from selection_version as bought
        where bought.client_id = ${clientId}
          and bought.selection_id = selection.id
          and bought.fixed_total
      ) as choices
    from selection
    join selection_version as version
      on version.client_id = ${clientId}
      and version.selection_id = selection.id
      and version.version = coalesce(selection.version_in_force, selection.version)
    where selection.client_id = ${clientId}
      and selection.id = any(${[...selectionIds]}::uuid[])
  `.execute(tx)
  const definitionOf = await benefitDefinitionsOf(tx, clientId, rows)
  return new Map(
    rows.flatMap(({ id, choices, ...benefit }) => {
      const definition = definitionOf(benefit)
      if (!definition) return []
      const daysBoughtIn = (version: number) => {
        const choice = choices?.[version]
        return choice ? boughtDays(definition, choice) : null
      }
      return [[id, { rule: leavingRule(definition), boughtDays: daysBoughtIn }] as const]
    }),
  )
}
