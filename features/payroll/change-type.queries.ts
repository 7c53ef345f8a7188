import { type RawBuilder, sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'
import type { OpenRun } from './open-run.rules.ts'

/** Change type of `line`. The query must contain `last` (from `lastLines`) and `taken` (the line's version). */
export function changeType(clientId: ClientId, { period, previous }: OpenRun): RawBuilder<unknown> {
  // `case` evaluates this only for selections that have ended.
  const leftWithJob = sql`case when selection.state = 'ended' then coalesce((
    select version.action = 'end'
    from selection_version as version
    where version.client_id = ${clientId}
      and version.selection_id = selection.id
      and version.action in ('end', 'end-with-year')
    order by version.version desc
    limit 1
  ), true) end`
  return sql`
  case
    when line.id is null then case when ${leftWithJob} then 'Leaver' else 'Closed' end
    when line.original_period_id is not null then 'Adjustment'
    when (line.selection_id, line.pay_code) in (select selection_id, pay_code from last)
      then case when ${leftWithJob} then 'Leaver' else 'Closing' end
    when number_before is null then ${previous ? sql`'New'` : inFirstRun(clientId, period)}
    when line.annual_pence = annual_before and line.method = method_before and not (${sharesChanged}) then 'Continue'
    else 'Update'
  end`
}

/** The client's former system may already have deducted for the selection. */
function inFirstRun(clientId: ClientId, { startsOn }: OpenRun['period']): RawBuilder<unknown> {
  return sql`case
    -- Another payroll of the client had the selection and closed it.
    when exists (
      select
      from payroll_line as earlier
      where earlier.client_id = ${clientId}
        and earlier.selection_id = line.selection_id
    ) then 'New'
    when taken.action = ${importedAction} and taken.effective_from < ${startsOn} then 'Continue'
    when exists (
      select
      from selection_version as version
      where version.client_id = ${clientId}
        and version.selection_id = line.selection_id
        and version.action = ${importedAction}
        and version.effective_from < ${startsOn}
    ) then 'Update'
    else 'New'
  end`
}

const sharesChanged = sql`
  not taken.fixed_total
  and line.effective_from is distinct from effective_from_before
  and (abs(line.employee_pence - employee_before) > 1 or abs(line.employer_pence - employer_before) > 1)`

/**
 * Selections and pay codes of `compared` whose last deduction is in this period. Only known ends count (an order, or
 * cover with a last day), because later lines of ongoing cover may wait for the next scheme year.
 */
export function lastLines(clientId: ClientId, { period }: OpenRun): RawBuilder<unknown> {
  return sql`
    with not_next as materialized (
      select selection_id, selection_version, pay_code, effective_to
      from compared
      where id is not null
        and (selection_id, pay_code) not in (
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
        )
    )
    select not_next.selection_id, pay_code
    from not_next
    join selection_version as version
      on version.client_id = ${clientId}
      and version.selection_id = not_next.selection_id
      and version.version = not_next.selection_version
    where not_next.effective_to is not null
      or version.fixed_total
    except
    select selection_id, pay_code
    from deduction
    where client_id = ${clientId}
      and selection_id = any (array(select selection_id from not_next))
      and period_id = any (array(
        select id from payroll_period where client_id = ${clientId} and starts_on > ${period.startsOn}
      ))
  `
}
