import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'

export async function spendOfRun(tx: Tx, clientId: ClientId, { periodId }: { periodId: string }): Promise<string> {
  const { rows } = await sql<{ spend: string }>`
    select spend::text as spend
    from (${spendOfLines(clientId, sql`and line.period_id = ${periodId}`)}) as spent
  `.execute(tx)
  return rows[0]?.spend ?? '[]'
}

/** Pence: `employer`, and employees' payments `before` and `after` tax. `people`: those with employer-paid benefits. */
export function spendOfLines(clientId: ClientId, ofRun = sql``): RawBuilder<unknown> {
  return sql`
    select
      period_id,
      jsonb_agg(
        jsonb_build_object('by', kind, 'of', name, 'employer', employer, 'before', before, 'after', after, 'people', people)
        order by kind, name collate "C"
      ) as spend
    from (
      select
        line.period_id,
        case when grouping(benefit_id) = 0 then 'benefit' when grouping(cost_centre) = 0 then 'cost-centre' else 'location' end as kind,
        coalesce(benefit_id::text, cost_centre, location) as name,
        sum(employer_pence) as employer,
        coalesce(sum(employee_pence) filter (where ${isBeforeTax}), 0) as before,
        coalesce(sum(employee_pence) filter (where not ${isBeforeTax}), 0) as after,
        count(distinct line.person_id) filter (where employer_pence <> 0) as people
      from payroll_line as line
      join selection on selection.client_id = ${clientId} and selection.id = line.selection_id
      where line.client_id = ${clientId}
        ${ofRun}
      group by grouping sets ((line.period_id, benefit_id), (line.period_id, cost_centre), (line.period_id, location))
    ) as spent
    where (employer, before, after) <> (0, 0, 0)
    group by period_id
  `
}

const isBeforeTax = sql`method in ('sacrifice', 'sacrifice-opra', 'net-pay', 'taxable-pay')`
