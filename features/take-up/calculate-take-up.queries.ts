import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Clock, Tx } from '../../database/database.ts'
import type { DataCheck } from '../../platform/check-data.queries.ts'
import { takeTimeInBackground } from '../../platform/take-time.queries.ts'
import { ageBands, serviceBands } from './bands.rules.ts'
import {
  completedYears,
  factColumns,
  factsOn,
  heldAs,
  isEmployed,
  isFor,
  isPastProbation,
  offeredTo,
} from './person.queries.ts'

/** Counts so old are calculated again where something was written since. */
const oldAfter = sql.lit('30 seconds')

/** Nothing that is counted was written since a row of `take_up`, beside the `audit_head` of its client: each write is in the audit. */
const isUpToDate = sql`coalesce(audit_head.sequence, 0) = take_up.audit_sequence`

/** Whether what is counted may be something else by now; if so, and nobody else is at it, it is this transaction's to calculate. */
export async function holdOldTakeUp(tx: Tx, clientId: ClientId, { now, today }: Clock): Promise<boolean> {
  const { rows } = await sql`
    select
    from take_up
    left join audit_head on audit_head.client_id = ${clientId}
    where take_up.client_id = ${clientId}
      and (
        (calculated_at at time zone 'Europe/London')::date <> ${today}
        or calculated_at <= ${now}::timestamptz - interval ${oldAfter} and not ${isUpToDate}
      )
    for update of take_up skip locked
  `.execute(tx)
  return rows.length > 0
}

/** The moment of which the counts of `take_up` are, to the second: now, where nothing has changed since. */
export const asOf = sql`
  date_trunc('second', case
    when ${isUpToDate} and (calculated_at at time zone 'Europe/London')::date = present.today then present.now
    else calculated_at
  end)`

/** Counts everybody of a client. Whoever else wants to waits until this transaction ends. */
export async function calculateTakeUp(tx: Tx, clientId: ClientId, clock: Clock): Promise<void> {
  const { now, today } = clock
  await takeTimeInBackground(tx)
  // The end of the audit is read before people are: what is committed in between is counted once more.
  await sql`
    insert into take_up (client_id, calculated_at, scheme_year_id, audit_sequence)
    select
      ${clientId},
      ${now},
      (
        select id
        from scheme_year
        where client_id = ${clientId}
          and starts_on <= ${today}
        order by starts_on desc
        limit 1
      ),
      coalesce((select sequence from audit_head where client_id = ${clientId}), 0)
    on conflict (client_id) do update
    set calculated_at = excluded.calculated_at,
        scheme_year_id = excluded.scheme_year_id,
        audit_sequence = excluded.audit_sequence
  `.execute(tx)
  await sql`
    ${figures(clientId, clock)},
    removed as (
      delete from take_up_count as known
      where client_id = ${clientId}
        and (dimension, band, benefit_id) not in (select dimension, band, benefit_id from figure)
    )
    insert into take_up_count as known (client_id, benefit_id, dimension, band, eligible, selected, opted_out)
    select ${clientId}, figure.*
    from figure
    on conflict (client_id, dimension, band, benefit_id) do update
    set eligible = excluded.eligible,
        selected = excluded.selected,
        opted_out = excluded.opted_out
    where (known.eligible, known.selected, known.opted_out) <> (excluded.eligible, excluded.selected, excluded.opted_out)
  `.execute(tx)
}

/**
 * `with` that ends in `figure`: everybody of a client, counted for each benefit and group. Rows of people are gathered instead
 * of joined: a join of everybody takes minutes where the planner has not counted the tables yet.
 */
function figures(clientId: ClientId, { today }: Clock): RawBuilder<unknown> {
  return sql`
    with offered as materialized (${offeredTo(clientId)}),
    gathered (person_id, is_listed, date_of_birth, sex, status, first_day, last_day, probation_ends_on, benefit_id, held) as (
      select person_id, true, null::date, null, null, null::date, null::date, null::date, null::uuid, null
      from employee
      where client_id = ${clientId}
      union all
      select person_id, false, date_of_birth, sex, null, null, null, null, null, null
      from person_details
      where client_id = ${clientId}
      union all
      select person_id, false, null, null, ${factColumns}, null, null
      from (${factsOn(clientId, { today })}) as said
      group by person_id
      union all
      select person_id, false, null, null, null, null, null, null, benefit_id, ${heldAs}
      from selection
      where client_id = ${clientId}
        and benefit_id = any(array(select id from offered))
    ),
    person as materialized (
      select
        ${completedYears('date_of_birth', today)} as age,
        coalesce(sex, 'unknown') as sex,
        case when first_day is null then 'unknown' else ${bandOf(serviceBands, completedYears('first_day', today))} end as service,
        ${isPastProbation(today)} as past_probation,
        benefits,
        held
      from (
        select
          max(date_of_birth) as date_of_birth,
          max(sex) as sex,
          max(status) as status,
          max(first_day) as first_day,
          max(last_day) as last_day,
          max(probation_ends_on) as probation_ends_on,
          array_agg(benefit_id) filter (where held is not null) as benefits,
          array_agg(held) filter (where held is not null) as held
        from gathered
        group by person_id
        having bool_or(is_listed)
      ) as known
      where ${isEmployed(today)}
    ),
    alike as materialized (
      select
        age,
        sex,
        service,
        past_probation,
        count(*)::integer as people,
        (count(*) filter (where 'selected' = any(held)))::integer as holders
      from person
      group by age, sex, service, past_probation
    ),
    counted (benefit_id, age, sex, service, eligible, selected, opted_out) as (
      select ${clientId}::uuid, age, sex, service, people, holders, 0
      from alike
      union all
      -- Everybody as if they held nothing, and then what it makes to hold it.
      select offered.id, age, sex, service, people, 0, 0
      from alike as person
      cross join offered
      where ${isFor(sql`null::text`)}
      union all
      select
        offered.id,
        age,
        sex,
        service,
        ${isFor(sql`choice.held`)}::integer - ${isFor(sql`null::text`)}::integer,
        (choice.held = 'selected')::integer,
        (choice.held = 'opted-out')::integer
      from person
      cross join unnest(person.benefits, person.held) as choice (benefit_id, held)
      join offered on offered.id = choice.benefit_id
    ),
    figure as materialized (
      select
        benefit_id,
        case
          when grouping(age_band) = 0 then 'age'
          when grouping(sex) = 0 then 'sex'
          when grouping(service) = 0 then 'service'
          else 'all'
        end as dimension,
        coalesce(age_band, sex, service, 'all') as band,
        sum(eligible)::integer as eligible,
        sum(selected)::integer as selected,
        sum(opted_out)::integer as opted_out
      from (select *, ${bandOf(ageBands, sql`age`)} as age_band from counted) as banded
      group by grouping sets ((benefit_id), (benefit_id, age_band), (benefit_id, sex), (benefit_id, service))
    )`
}

/** The counts against the people. Only where nobody has written since they were calculated: they may be a minute behind. */
export const takeUpCheck: DataCheck = {
  table: 'take_up_count',
  key: 'counted',
  stored: (clientId, { today }) => sql`
    select ${countedColumns}
    from take_up_count
    where client_id = ${clientId}
      and exists (${calculatedLast(clientId, today)})`,
  derived: (clientId, clock) => sql`
    ${figures(clientId, clock)}
    select ${countedColumns}
    from figure
    where exists (${calculatedLast(clientId, clock.today)})`,
  repair: (tx, clientId, _, clock) => calculateTakeUp(tx, clientId, clock),
}

const countedColumns = sql`
      concat_ws(' ', benefit_id, dimension, band) as counted, eligible, selected, opted_out`

function calculatedLast(clientId: ClientId, today: IsoDate): RawBuilder<unknown> {
  return sql`
      select
      from take_up
      left join audit_head on audit_head.client_id = ${clientId}
      where take_up.client_id = ${clientId}
        and (calculated_at at time zone 'Europe/London')::date = ${today}
        and ${isUpToDate}`
}

/** The band of so many years; whoever is below them all is in the last. */
function bandOf(bands: readonly (readonly [number, string])[], years: RawBuilder<unknown>): RawBuilder<string> {
  const cases = bands.map(([from, band]) => sql`when ${years} >= ${sql.lit(from)} then ${sql.lit(band)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(bands.at(-1)?.[1] ?? '')} end`
}
