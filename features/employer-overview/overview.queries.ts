import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { CallerId } from '../../platform/handle.ts'
import { latestBenefits } from '../../services/my-benefits/benefits.queries.ts'
import { openEnrolment } from '../take-up/enrolment-choices.queries.ts'
import { awaitingApproval } from '../../services/recalculation/selection-states.rules.ts'
import type { DashboardOverview } from './overview.contract.ts'

export type OverviewRow = Pick<DashboardOverview, 'today' | 'waitingSince' | 'payrolls' | 'enrolment'> & {
  spend: {
    month: IsoDate
    payrollId: string
    category: BenefitDefinition['category']
    pence: number
  }[]
}

export function overviewQuery(clientId: ClientId, callerId: CallerId): RawBuilder<OverviewRow> {
  return sql`
    select
      ${transactionDay} as today,
      (
        select to_char(min(chosen_at) at time zone 'Europe/London', 'YYYY-MM-DD')
        from (
          -- Time of the newest version made by a person. Recalculations after it have no actor.
          select coalesce(max(version.recorded_at) filter (where actor_id is not null), min(version.recorded_at)) as chosen_at
          from selection
          join selection_version as version
            on version.client_id = ${clientId}
            and version.selection_id = selection.id
          where selection.client_id = ${clientId}
            and selection.state in (${sql.join([...awaitingApproval].map((state) => sql.lit(state)))})
            and person_id is distinct from ${callerId}
          group by selection.id
        ) as waiting
      ) as "waitingSince",
      (
        select coalesce(
          json_agg(json_build_object('payrollId', id, 'name', name, 'periods', periods) order by name, id), '[]'
        )
        from (${payrollsWithNextPeriods(clientId)}) as payroll
      ) as payrolls,
      (${enrolmentProgress(clientId)}) as enrolment,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'month', month, 'payrollId', payroll_id, 'category', category, 'pence', pence
            )
            order by month, payroll_id, category
          ),
          '[]'
        )
        from (${spendByMonth(clientId)}) as spend
      ) as spend
  `
}

function payrollsWithNextPeriods(clientId: ClientId): RawBuilder<unknown> {
  return sql`
    select
      payroll.id,
      payroll.name,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'label', label, 'cutOffOn', cut_off_on, 'payOn', pay_on, 'locked', run.period_id is not null
            )
            order by starts_on
          ),
          '[]'
        )
        from payroll_period as period
        left join payroll_run as run on run.client_id = ${clientId} and run.period_id = period.id
        where period.client_id = ${clientId}
          and payroll_id = payroll.id
          and (
            cut_off_on between ${transactionDay} and ${transactionDay} + 35
            or pay_on between ${transactionDay} and ${transactionDay} + 35
          )
      ) as periods
    from payroll
    where payroll.client_id = ${clientId}
  `
}

/** If few people have begun, they count as not started, because an unconfirmed choice is private (S-53). */
function enrolmentProgress(clientId: ClientId): RawBuilder<unknown> {
  const people = (step: string) => sql`coalesce(sum(eligible) filter (where band = ${sql.lit(step)}), 0)`
  return sql`
    select json_build_object(
      'opensOn', opens_on,
      'closesOn', closes_on,
      'finished', finished,
      'started', case when is_shown then started end,
      'notStarted', not_started + case when is_shown then 0 else started end
    )
    from (
      select
        opens_on,
        closes_on,
        ${people('finished')} as finished,
        ${people('started')} as started,
        ${people('not-started')} as not_started,
        ${people('started')} >= (
          select coalesce((switches ->> 'smallestGroup')::integer, 5) from client where client_id = ${clientId}
        ) as is_shown
      from (${openEnrolment(clientId, transactionDay)}) as enrolment
      join take_up_count on take_up_count.client_id = ${clientId} and dimension = 'enrolment'
      group by opens_on, closes_on
    ) as progress
  `
}

/** Reads amounts of locked runs. Omits this month until its last run is locked: a part would look like a fall. */
function spendByMonth(clientId: ClientId): RawBuilder<unknown> {
  const thisMonth = sql`date_trunc('month', ${transactionDay}::timestamp)::date`
  return sql`
    with period as (
      select
        payroll_id, date_trunc('month', pay_on::timestamp)::date as month, run.employer_by_benefit,
        bool_and(run.period_id is not null) over (partition by date_trunc('month', pay_on::timestamp)) as all_locked
      from payroll_period as period
      left join payroll_run as run on run.client_id = ${clientId} and run.period_id = period.id
      where period.client_id = ${clientId}
        and pay_on >= ${thisMonth} - interval '11 months'
        and pay_on < ${thisMonth} + interval '1 month'
    )
    select month, payroll_id, category, sum(pence::bigint)::bigint as pence
    from period
    cross join jsonb_each_text(employer_by_benefit) as part (benefit_id, pence)
    join (${latestBenefits(clientId, transactionDay)}) as benefit on benefit.id = part.benefit_id::uuid
    where month < ${thisMonth} or all_locked
    group by month, payroll_id, category
    having sum(pence::bigint) <> 0
  `
}
