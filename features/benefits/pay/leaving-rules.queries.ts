import { sql } from 'kysely'
import type { ClientId, SelectionId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { type LeavingRule, leavingRule } from './leaving-rule.rules.ts'

/** What leaving does to the pay of these selections, by the rules of their benefits. */
export async function leavingRulesOf(
  tx: Tx,
  clientId: ClientId,
  { selectionIds }: { selectionIds: readonly SelectionId[] },
): Promise<Map<SelectionId, LeavingRule>> {
  const { rows } = await sql<Pick<BenefitDefinition, 'leaving'> & { id: SelectionId }>`
    select selection.id, benefit.definition -> 'leaving' as leaving
    from selection
    join selection_version as version
      on version.client_id = ${clientId}
      and version.selection_id = selection.id
      and version.version = coalesce(selection.running_version, selection.version)
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    where selection.client_id = ${clientId}
      and selection.id = any(${[...selectionIds]}::uuid[])
  `.execute(tx)
  return new Map(rows.map(({ id, leaving }) => [id, leavingRule({ leaving: leaving ?? undefined })]))
}
