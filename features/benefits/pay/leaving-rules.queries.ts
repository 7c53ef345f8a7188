import { sql } from 'kysely'
import type { ClientId, SelectionId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { Choice } from '../definition/options.ts'
import { boughtDays, type LeavingRule, leavingRule } from './leaving-rule.rules.ts'

/** A selection's leaving rule, and the holiday days that a version buys. */
export type LeavingOf = { rule: Omit<LeavingRule, 'earned'>; boughtDays: (version: number) => number | null }

/** Returns the leaving rules of these selections, from their benefits and choices. */
export async function leavingRulesOf(
  tx: Tx,
  clientId: ClientId,
  { selectionIds }: { selectionIds: readonly SelectionId[] },
): Promise<Map<SelectionId, LeavingOf>> {
  const { rows } = await sql<
    Pick<BenefitDefinition, 'price'> & {
      leaving: BenefitDefinition['leaving'] | null
      id: SelectionId
      choices: Record<number, Choice> | null
    }
  >`
    select
      selection.id,
      benefit.definition -> 'leaving' as leaving,
      benefit.definition -> 'price' as price,
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
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    where selection.client_id = ${clientId}
      and selection.id = any(${[...selectionIds]}::uuid[])
  `.execute(tx)
  return new Map(
    rows.map(({ id, leaving, price, choices }) => [
      id,
      {
        rule: leavingRule({ price, ...(leaving && { leaving }) }),
        boughtDays: (version) => {
          const choice = choices?.[version]
          return choice ? boughtDays({ price }, choice) : null
        },
      },
    ]),
  )
}
