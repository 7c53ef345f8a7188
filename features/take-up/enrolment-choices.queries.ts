import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { factColumns, factsOn, isEmployed } from './person-conditions.queries.ts'

/** No row if no annual window is open. */
export function openEnrolment(clientId: ClientId, today: IsoDate | RawBuilder<IsoDate>): RawBuilder<unknown> {
  return sql`
    select opens_on, closes_on, scheme_year_id
    from enrolment_window
    where client_id = ${clientId}
      and person_id is null
      and cause = 'annual'
      and ${today}::date between opens_on and closes_on
    order by closes_on desc, opens_on
    limit 1`
}

/** The newest annual window of an earlier scheme year. `day` is as many days after its opening as today is in the open window. */
function enrolmentBefore(clientId: ClientId, today: IsoDate): RawBuilder<unknown> {
  return sql`
    select before.opens_on, least(before.closes_on, before.opens_on + (${today}::date - enrolment.opens_on)) as day
    from (${openEnrolment(clientId, today)}) as enrolment
    join enrolment_window as before
      on before.client_id = ${clientId}
      and before.scheme_year_id <> enrolment.scheme_year_id
      and before.closes_on < enrolment.opens_on
    where before.person_id is null
      and before.cause = 'annual'
    order by before.opens_on desc
    limit 1`
}

/** One row with the people employed on that day of the window before, and those who had confirmed a choice by then. */
export function choicesInWindowBefore(clientId: ClientId, today: IsoDate): RawBuilder<unknown> {
  const day = sql<IsoDate>`enrolment.day`
  return sql`
    select counted.*
    from (${enrolmentBefore(clientId, today)}) as enrolment
    cross join lateral (
      select count(*)::integer as people, (count(*) filter (where has_chosen))::integer as chosen
      from (
        select
          max(status) as status,
          max(first_day) as first_day,
          max(last_day) as last_day,
          bool_or(has_chosen) as has_chosen
        from (
          select
            person_id,
            true as is_listed,
            false as has_chosen,
            null as status,
            null::date as first_day,
            null::date as last_day
          from employee
          where client_id = ${clientId}
          union all
          select person_id, false, false, status, first_day, last_day
          from (
            select person_id, ${factColumns}
            from (${factsOn(clientId, { today: day, of: sql`fact in ('status', 'start-date', 'end-date')` })}) as said
            group by person_id
          ) as fact
          union all
          select selection.person_id, false, true, null, null, null
          from selection_version as version
          join selection on selection.client_id = ${clientId} and selection.id = version.selection_id
          where version.client_id = ${clientId}
            and version.recorded_at < (${day} + 1)::timestamp at time zone 'Europe/London'
            and ${isConfirmedSince(clientId, sql`enrolment.opens_on`)}
        ) as gathered
        group by person_id
        having bool_or(is_listed)
      ) as person
      where ${isEmployed(day)}
    ) as counted`
}

/** People are 'finished' after they confirmed a choice, 'started' while it is a draft. A person may have both rows. */
export function enrolmentChoices(clientId: ClientId, today: IsoDate): RawBuilder<unknown> {
  return sql`
    select person_id, step
    from (${openEnrolment(clientId, today)}) as enrolment
    cross join lateral (
      select selection.person_id, 'finished' as step
      from selection_version as version
      join selection on selection.client_id = ${clientId} and selection.id = version.selection_id
      where version.client_id = ${clientId}
        and ${isConfirmedSince(clientId, sql`enrolment.opens_on`)}
      union all
      select selection.person_id, 'started'
      from selection
      where selection.client_id = ${clientId}
        and selection.state = 'draft'
        and ${isChosenInAnnualWindow(clientId)}
    ) as choice`
}

function isConfirmedSince(clientId: ClientId, opensOn: RawBuilder<IsoDate>): RawBuilder<boolean> {
  return sql`(
    version.recorded_at >= ${opensOn}::timestamp at time zone 'Europe/London'
    and version.actor_id = selection.person_id
    and version.action not in ('save-draft', 'reset')
    and ${isChosenInAnnualWindow(clientId)}
  )`
}

function isChosenInAnnualWindow(clientId: ClientId): RawBuilder<boolean> {
  return sql`selection.benefit_id = any(array(
    select id
    from benefit
    where client_id = ${clientId}
      and definition -> 'changeIn' ? 'annual'
  ))`
}
