import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { CallerId } from '../../platform/handle.ts'
import { latestBenefits } from '../../services/my-benefits/benefits.queries.ts'
import { openEnrolment } from '../take-up/enrolment-choices.queries.ts'
import { smallestGroup } from '../take-up/person-conditions.queries.ts'
import { awaitingApproval } from '../../services/recalculation/selection-states.rules.ts'
import type { DashboardOverview } from './overview.contract.ts'
import type { PartOfMonth } from './spend-parts.rules.ts'

export type OverviewRow = Pick<DashboardOverview, 'today' | 'waitingSince' | 'payrolls' | 'enrolment'> & {
  spend: {
    month: IsoDate
    payrollId: string
    category: BenefitDefinition['category']
    pence: number
  }[]
  parts: PartOfMonth[]
  smallestGroup: number
}

export function overviewQuery(clientId: ClientId, callerId: CallerId): RawBuilder<OverviewRow> {
  return sql`
    with spent as materialized (${spendOfRuns(clientId)}),
    latest as materialized (${latestBenefits(clientId, transactionDay)})
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
        from (${spendByCategory}) as spend
      ) as spend,
      (select coalesce(json_agg(part), '[]') from (${spendByPart}) as part) as parts,
      ${smallestGroup(clientId)} as "smallestGroup"
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
      'notStarted', not_started + case when is_shown then 0 else started end,
      'before', before
    )
    from (
      select
        opens_on,
        closes_on,
        ${people('finished')} as finished,
        ${people('started')} as started,
        ${people('not-started')} as not_started,
        ${people('started')} >= ${smallestGroup(clientId)} as is_shown,
        json_agg(json_build_object('finished', selected, 'people', eligible)) filter (where band = 'before') -> 0 as before
      from (${openEnrolment(clientId, transactionDay)}) as enrolment
      join take_up_count on take_up_count.client_id = ${clientId} and dimension = 'enrolment'
      group by opens_on, closes_on
    ) as progress
  `
}

/** Omits this month until its last run is locked, because a part would look like a fall in spend. */
function spendOfRuns(clientId: ClientId): RawBuilder<unknown> {
  return sql`
    select
      month, payroll_id, part."by" as kind, part."of" as name,
      sum(employer)::bigint as employer, sum(before)::bigint as before, sum(after)::bigint as after, max(people) as people
    from (
      select
        payroll_id, date_trunc('month', pay_on::timestamp)::date as month, run.spend,
        bool_and(run.period_id is not null) over (partition by date_trunc('month', pay_on::timestamp)) as all_locked
      from payroll_period as period
      left join payroll_run as run on run.client_id = ${clientId} and run.period_id = period.id
      where period.client_id = ${clientId}
        and pay_on >= ${thisMonth} - interval '13 months'
        and pay_on < ${thisMonth} + interval '1 month'
    ) as period
    cross join jsonb_to_recordset(spend)
      as part ("by" text, "of" text, employer bigint, before bigint, after bigint, people integer)
    where month < ${thisMonth} or all_locked
    group by month, payroll_id, kind, name
  `
}

const thisMonth = sql`date_trunc('month', ${transactionDay}::timestamp)::date`

const spendByCategory = sql`
  select month, payroll_id, category, sum(employer)::bigint as pence
  from spent
  join latest on latest.id::text = spent.name
  where kind = 'benefit'
    and month >= ${thisMonth} - interval '11 months'
  group by month, payroll_id, category
  having sum(employer) <> 0`

/** `people` comes from the largest run, so that a person in several runs counts once (S-53). */
const spendByPart = sql`
  select
    to_char(month, 'YYYY-MM-DD') as month, kind, coalesce(latest.name, spent.name) as name,
    definition #>> '{provider,name}' as provider,
    sum(employer)::bigint as employer, sum(before)::bigint as before, sum(after)::bigint as after, max(people) as people
  from spent
  left join latest on kind = 'benefit' and latest.id::text = spent.name
  where month >= (select max(month) from spent) - interval '12 months'
  group by month, kind, latest.id, latest.name, spent.name, provider`
