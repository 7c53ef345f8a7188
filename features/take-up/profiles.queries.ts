import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { ageBands, serviceBands } from './bands.rules.ts'

/** What is known of somebody that a figure hangs on, and the day on which it is otherwise by itself. */
export const profileColumns = sql`
  person_id, employed, age, sex, service_years, past_probation, selected, opted_out, ended, changes_on`

/**
 * The same as of a day, of the people of `moved`: of each from their own rows alone, however many there are. Whoever is not
 * employed that day, or not yet, is in no figure. Needs a row `day` with `today`.
 */
export function profilesNow(clientId: ClientId): RawBuilder<unknown> {
  const today = sql`day.today`
  return sql`
    select
      moved.person_id,
      standing.employed,
      ${completedYears(sql`details.date_of_birth`)} as age,
      details.sex,
      case when fact.first_day <= ${today} then ${completedYears(sql`fact.first_day`)} end as service_years,
      fact.probation_ends_on is null or fact.probation_ends_on < ${today} as past_probation,
      held.selected,
      held.opted_out,
      held.ended,
      least(
        fact.next_said,
        later.first_day,
        later.after_last_day,
        later.after_probation,
        case when standing.employed then ${nextReturn(sql`details.date_of_birth`)} end,
        case when standing.employed and fact.first_day <= ${today} then ${nextReturn(sql`fact.first_day`)} end
      ) as changes_on
    from moved
    cross join day
    cross join lateral (
      select date_of_birth, sex
      from person_details
      where client_id = ${clientId}
        and person_id = moved.person_id
      limit 1
    ) as details
    cross join lateral (
      select
        max(value) filter (where fact = 'status' and not is_ahead) as status,
        coalesce(
          max(value) filter (where fact = 'start-date' and not is_ahead),
          max(value) filter (where fact = 'start-date' and is_ahead)
        )::date as first_day,
        max(value) filter (where fact = 'end-date' and not is_ahead)::date as last_day,
        max(value) filter (where fact = 'probation-end' and not is_ahead)::date as probation_ends_on,
        min(first_said) filter (where is_ahead) as next_said
      from (
        select distinct on (fact, effective_from > ${today})
          fact,
          value,
          effective_from > ${today} as is_ahead,
          min(effective_from) over (partition by fact, effective_from > ${today}) as first_said
        from employment_fact
        where client_id = ${clientId}
          and person_id = moved.person_id
          and fact in ('status', 'start-date', 'end-date', 'probation-end')
        order by fact, effective_from > ${today}, effective_from desc, recorded_at desc, sequence desc
      ) as said
    ) as fact
    cross join lateral (
      select
        coalesce(array_agg(benefit_id order by benefit_id) filter (where version_in_force is not null), '{}') as selected,
        coalesce(
          array_agg(benefit_id order by benefit_id) filter (where version_in_force is null and state = 'opted-out'), '{}'
        ) as opted_out,
        coalesce(
          array_agg(benefit_id order by benefit_id) filter (where version_in_force is null and state = 'ended'), '{}'
        ) as ended
      from selection
      where client_id = ${clientId}
        and person_id = moved.person_id
    ) as held
    cross join lateral (
      select
        fact.status is distinct from 'left'
          and fact.status is distinct from 'inactive'
          and coalesce(fact.last_day >= ${today}, true)
          and coalesce(fact.first_day <= ${today}, true) as employed
    ) as standing
    cross join lateral (
      select
        case when fact.first_day > ${today} then fact.first_day end as first_day,
        case when fact.last_day >= ${today} then fact.last_day + 1 end as after_last_day,
        case when fact.probation_ends_on >= ${today} then fact.probation_ends_on + 1 end as after_probation
    ) as later
    where exists (
      select
      from employee
      where client_id = ${clientId}
        and person_id = moved.person_id
    )
  `
}

/** As of `day.today`; who was born on 29 February is a year older on 1 March where there is none. */
function completedYears(since: RawBuilder<unknown>) {
  return sql`(
    extract(year from day.today) - extract(year from ${since})
      - (to_char(day.today, 'MM-DD') < to_char(${since}, 'MM-DD'))::integer
  )::smallint`
}

/** The next day after `day.today` on which another year is completed. */
function nextReturn(since: RawBuilder<unknown>) {
  return sql`(
    select min(back)
    from generate_series(0, 1) as years
    cross join lateral (
      select
        make_date(extract(year from day.today)::integer + years, extract(month from ${since})::integer, 1)
          + extract(day from ${since})::integer - 1 as back
    ) as dated
    where back > day.today
  )`
}

/**
 * People by benefit and group, each row of `counted` (a profile with a `sign`) added or taken off: of the benefits of
 * `offered`, and of everybody under the client's own id, where `selected` is whoever has any of them.
 */
export function figuresOf(clientId: ClientId): RawBuilder<unknown> {
  return sql`
    select
      benefit_id,
      case
        when grouping(age_band) = 0 then 'age'
        when grouping(sex_band) = 0 then 'sex'
        when grouping(service_band) = 0 then 'service'
        else 'all'
      end as dimension,
      coalesce(age_band, sex_band, service_band, 'all') as band,
      coalesce(sum(sign) filter (where eligible), 0)::integer as eligible,
      coalesce(sum(sign) filter (where selected), 0)::integer as selected,
      coalesce(sum(sign) filter (where opted_out), 0)::integer as opted_out
    from (
      select
        offered.id as benefit_id,
        counted.sign,
        ${groupColumns},
        ${isFor} as eligible,
        ${holds} as selected,
        ${optedOut} as opted_out
      from counted
      cross join offered
      where counted.employed
        and (${isFor} or ${optedOut})
      union all
      select
        ${clientId}::uuid,
        counted.sign,
        ${groupColumns},
        true,
        counted.selected && (select coalesce(array_agg(id), '{}') from offered),
        false
      from counted
      where counted.employed
    ) as told
    group by grouping sets (
      (benefit_id), (benefit_id, age_band), (benefit_id, sex_band), (benefit_id, service_band)
    )
  `
}

/** Conditions of a row `counted`, employed, about a row `offered`. */
export const holds = sql<boolean>`offered.id = any(counted.selected)`
export const optedOut = sql<boolean>`offered.id = any(counted.opted_out)`
/** Who may choose it whenever a window is open, or has it: the conditions of `eligibility.queries.ts` but for windows. */
export const isFor = sql<boolean>`(
  ${holds}
  or not offered.withdrawn
    and (not offered.for_holders or ${optedOut} or offered.id = any(counted.ended))
    and coalesce(counted.age >= offered.age_from, true)
    and coalesce(counted.age <= offered.age_to, true)
    and (offered.open_in_probation or counted.past_probation)
)`

const groupColumns = sql`
  case ${sql.join(
    ageBands.map(([from, band]) => sql`when counted.age >= ${sql.lit(from)} then ${sql.lit(band)}`),
    sql` `,
  )} else 'under-25' end as age_band,
  coalesce(counted.sex, 'unknown') as sex_band,
  case ${sql.join(
    serviceBands.map(([from, band]) => sql`when counted.service_years >= ${sql.lit(from)} then ${sql.lit(band)}`),
    sql` `,
  )} else 'unknown' end as service_band`
