import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'

/** Returns what the lines of a run cost the employer, in pence by benefit, as JSON. */
export async function employerByBenefitOf(
  tx: Tx,
  clientId: ClientId,
  { periodId }: { periodId: string },
): Promise<string> {
  const { rows } = await sql<{ spend: string }>`
    select ${employerByBenefit}::text as spend
    from (${spendByBenefit(clientId)}) as spent
    where period_id = ${periodId}
  `.execute(tx)
  return rows[0]?.spend ?? '{}'
}

export const employerByBenefit = sql`coalesce(jsonb_object_agg(benefit_id, pence) filter (where pence <> 0), '{}')`

/** SQL for the employer's pence by period and benefit. */
export function spendByBenefit(clientId: ClientId): RawBuilder<unknown> {
  return sql`
    select line.period_id, selection.benefit_id, sum(line.employer_pence) as pence
    from payroll_line as line
    join selection on selection.client_id = ${clientId} and selection.id = line.selection_id
    where line.client_id = ${clientId}
    group by line.period_id, selection.benefit_id
  `
}
