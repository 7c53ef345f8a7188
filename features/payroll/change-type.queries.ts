import { type RawBuilder, sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { OpenRun } from './payroll-runs.queries.ts'

/**
 * What payroll is to do with a line, as `changeTypes` has it. A share may differ by a penny from month to month, so that the
 * amounts a year are compared. `line` is what the period takes beside what the run before took.
 */
export function changeType(clientId: ClientId, run: OpenRun): RawBuilder<unknown> {
  return sql`
    case
      when line.id is null then case when selection.state = 'ended' then 'Leaver' else 'Closed' end
      when line.original_period_id is not null then 'Adjustment'
      when ${isLast(clientId, run)} then case when selection.state = 'ended' then 'Leaver' else 'Closing' end
      when number_before is null then 'New'
      when line.annual_pence = annual_before and line.method = method_before then 'Continue'
      else 'Update'
    end`
}

/** No later period takes anything for the same selection under the same pay code. */
function isLast(clientId: ClientId, { period }: OpenRun): RawBuilder<unknown> {
  return sql`
    -- Nearly every line goes on in the payroll's next period: asked of all at once, only the others are looked for one by one.
    (line.selection_id, line.pay_code) not in (
      select selection_id, pay_code
      from deduction
      where client_id = ${clientId}
        and period_id = (
          select id
          from payroll_period
          where client_id = ${clientId}
            and payroll_id = ${period.payrollId}
            and starts_on > ${period.startsOn}
          order by starts_on
          limit 1
        )
    ) and (
      -- Its first alone: asked whether there is one, PostgreSQL reads all that is taken later, for a hundredth of the lines.
      select later.id
      from deduction as later
      where later.client_id = ${clientId}
        and later.selection_id = line.selection_id
        and later.pay_code = line.pay_code
        and later.period_id = any (array(
          select id from payroll_period where client_id = ${clientId} and starts_on > ${period.startsOn}
        ))
      limit 1
    ) is null`
}
