import { sql } from 'kysely'
import type { DataCheck } from '../../platform/check-data.queries.ts'
import { spendOfLines } from './employer-spend.queries.ts'

/** Checks the totals of each locked run. There is no repair, because neither totals nor lines may change. */
export const payrollRunCheck: DataCheck = {
  table: 'payroll_run',
  key: 'period_id',
  stored: (clientId) => sql`
    select period_id, line_count, employee_pence, employer_pence, spend::text
    from payroll_run
    where client_id = ${clientId}`,
  derived: (clientId) => sql`
    with spent as materialized (${spendOfLines(clientId)})
    select
      run.period_id,
      count(line.number)::integer as line_count,
      coalesce(sum(line.employee_pence), 0)::bigint as employee_pence,
      coalesce(sum(line.employer_pence), 0)::bigint as employer_pence,
      coalesce((select spent.spend from spent where spent.period_id = run.period_id), '[]')::text as spend
    from payroll_run as run
    left join payroll_line as line on line.client_id = ${clientId} and line.period_id = run.period_id
    where run.client_id = ${clientId}
    group by run.period_id`,
  repair: null,
}
