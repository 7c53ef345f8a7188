import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Clock, Tx } from '../../database/database.ts'
import { transactionDay, transactionTime } from '../../database/transaction-time.ts'
import { clientRow } from '../../database/client-row.ts'
import type { DataCheck } from '../../platform/check-data.queries.ts'
import { raiseTimeLimitsInBackground } from '../../platform/time-limits.queries.ts'
import { ageBands, serviceBands } from './age-and-service-bands.rules.ts'
import { choicesInWindowBefore, enrolmentChoices, openEnrolment } from './enrolment-choices.queries.ts'
import {
  completedYears,
  factColumns,
  factsOn,
  membershipState,
  isEmployed,
  mayHave,
  isPastProbation,
  offeredBenefits,
  smallestGroup,
} from './person-conditions.queries.ts'
import { takeUpOfYearBefore, type CountedFigure } from './year-before.queries.ts'

const outdatedAfter = sql.lit('30 seconds')

/** True if no audit event after the calculation may have changed the counts. Logins change no counts. */
const isUpToDate = (clientId: ClientId) => sql`not exists (
      select
      from audit_event
      where audit_event.client_id = ${clientId}
        and audit_event.sequence > take_up.audit_sequence
        and action not like 'session.%'
    )`

/**
 * Returns false if the counts are up to date, or locked by another process. If nothing but logins has changed since the
 * counts, only the time of the check is stored.
 */
export async function lockOutdatedTakeUp(tx: Tx, clientId: ClientId, { now, today }: Clock): Promise<boolean> {
  const { rows } = await sql<{ isOld: boolean; sequence: bigint }>`
    select
      (calculated_at at time zone 'Europe/London')::date <> ${today} or not ${isUpToDate(clientId)} as "isOld",
      audit_head.sequence
    from take_up
    left join audit_head on audit_head.client_id = ${clientId}
    where take_up.client_id = ${clientId}
      and (
        (calculated_at at time zone 'Europe/London')::date <> ${today}
        or calculated_at <= ${now}::timestamptz - interval ${outdatedAfter} and audit_sequence < audit_head.sequence
      )
    for update of take_up skip locked
  `.execute(tx)
  const [found] = rows
  if (!found || found.isOld) return found !== undefined
  await sql`update take_up set audit_sequence = ${found.sequence} where client_id = ${clientId}`.execute(tx)
  return false
}

/** Time of the counts, to the second: now if nothing has changed, else the time of the calculation. */
export const countsAsOf = (clientId: ClientId) => sql`
  date_trunc('second', case
    when ${isUpToDate(clientId)} and (calculated_at at time zone 'Europe/London')::date = ${transactionDay} then ${transactionTime}
    else calculated_at
  end)`

/** Another calculation waits until this transaction ends. */
export async function calculateTakeUp(tx: Tx, clientId: ClientId, clock: Clock): Promise<void> {
  const { now, today } = clock
  await raiseTimeLimitsInBackground(tx)
  const { rows: calculatedToday } = await sql`
    select
    from take_up
    where client_id = ${clientId}
      and (calculated_at at time zone 'Europe/London')::date = ${today}
  `.execute(tx)
  // Read the end of the audit chain before the people, so that a commit in between causes another calculation.
  await sql`
    insert into take_up (client_id, calculated_at, scheme_year_id, audit_sequence)
    select
      client.client_id,
      ${now}::timestamptz,
      (
        select id
        from scheme_year
        where client_id = ${clientId}
          and starts_on <= ${today}
        order by starts_on desc
        limit 1
      ),
      coalesce((select sequence from audit_head where client_id = ${clientId}), 0)
    from ${clientRow(clientId)}
    on conflict (client_id) do update
    set calculated_at = excluded.calculated_at,
        scheme_year_id = excluded.scheme_year_id,
        audit_sequence = excluded.audit_sequence
  `.execute(tx)
  const { rows } = await sql<CountedFigure>`
    ${figures(clientId, clock)}
    select *
    from figure
  `.execute(tx)
  rows.push(...(await takeUpOfYearBefore(tx, clientId, { isKept: calculatedToday.length > 0 })))
  const given = sql`
    unnest(
      ${rows.map((row) => row.benefit_id)}::uuid[],
      ${rows.map(({ dimension }) => dimension)}::text[],
      ${rows.map(({ band }) => band)}::text[],
      ${rows.map(({ eligible }) => eligible)}::integer[],
      ${rows.map(({ selected }) => selected)}::integer[],
      ${rows.map((row) => row.opted_out)}::integer[]
    ) as figure (benefit_id, dimension, band, eligible, selected, opted_out)`
  await sql`
    delete from take_up_count as known
    where client_id = ${clientId}
      and not exists (
        select
        from ${given}
        where figure.dimension = known.dimension and figure.band = known.band and figure.benefit_id = known.benefit_id
      )
  `.execute(tx)
  await sql`
    insert into take_up_count as known (client_id, benefit_id, dimension, band, eligible, selected, opted_out)
    select client.client_id, figure.*
    from ${clientRow(clientId)}
    cross join ${given}
    -- Rows that are read together are in few pages.
    order by dimension like 'group%', dimension, band, benefit_id
    on conflict (client_id, dimension, band, benefit_id) do update
    set eligible = excluded.eligible,
        selected = excluded.selected,
        opted_out = excluded.opted_out
    where (known.eligible, known.selected, known.opted_out) <> (excluded.eligible, excluded.selected, excluded.opted_out)
  `.execute(tx)
}

/** Common table expressions; the last is `figure`. A union, because joins are slow without statistics. */
function figures(clientId: ClientId, { today }: Clock): RawBuilder<unknown> {
  return sql`
    with offered as materialized (${offeredBenefits(clientId)}),
    gathered as (
      select
        person_id,
        true as is_listed,
        null::date as date_of_birth,
        null as sex,
        null as status,
        null::date as first_day,
        null::date as last_day,
        null::date as probation_ends_on,
        null as department,
        null as location,
        null as payroll,
        null::uuid as benefit_id,
        null as held,
        null as step
      from employee
      where client_id = ${clientId}
      union all
      select person_id, false, date_of_birth, sex, null, null, null, null, null, null, null, null, null, null
      from person_details
      where client_id = ${clientId}
      union all
      select person_id, false, null, null, ${factColumns}, null, null, null
      from (${factsOn(clientId, { today })}) as said
      group by person_id
      union all
      select person_id, false, null, null, null, null, null, null, null, null, null, benefit_id, ${membershipState}, null
      from selection
      where client_id = ${clientId}
        and benefit_id = any(array(select id from offered))
      union all
      select person_id, false, null, null, null, null, null, null, null, null, null, null, null, step
      from (${enrolmentChoices(clientId, today)}) as chosen
    ),
    person as materialized (
      select
        ${completedYears('date_of_birth', today)} as age,
        coalesce(sex, 'unknown') as sex,
        case when first_day is null then 'unknown' else ${bandOf(serviceBands, completedYears('first_day', today))} end as service,
        ${isPastProbation(today)} as past_probation,
        coalesce(department, '') as department,
        coalesce(location, '') as location,
        coalesce(payroll, '') as payroll,
        benefits,
        held,
        case when exists (${openEnrolment(clientId, today)}) then coalesce(step, 'not-started') end as step
      from (
        select
          max(date_of_birth) as date_of_birth,
          max(sex) as sex,
          max(status) as status,
          max(first_day) as first_day,
          max(last_day) as last_day,
          max(probation_ends_on) as probation_ends_on,
          max(department) as department,
          max(location) as location,
          max(payroll) as payroll,
          array_agg(benefit_id) filter (where held is not null) as benefits,
          array_agg(held) filter (where held is not null) as held,
          -- The minimum is 'finished' if there are both, because it sorts before 'started'.
          min(step) as step
        from gathered
        group by person_id
        having bool_or(is_listed)
      ) as known
      where ${isEmployed(today)}
    ),
    -- Separate rows for each kind of group, because few people are alike in all columns.
    alike as materialized (
      select
        age,
        sex,
        service,
        department,
        location,
        payroll,
        past_probation,
        count(*)::integer as people,
        (count(*) filter (where 'selected' = any(held)))::integer as holders
      from person
      group by grouping sets (
        (age, past_probation, sex, service),
        (age, past_probation, department),
        (age, past_probation, location),
        (age, past_probation, payroll)
      )
    ),
    counted as (
      select
        ${clientId}::uuid as benefit_id,
        age,
        sex,
        service,
        department,
        location,
        payroll,
        people as eligible,
        holders as selected,
        0 as opted_out
      from alike
      union all
      -- Counts all people as if they had no benefits. The next part adds the difference that their benefits make.
      select offered.id, age, sex, service, department, location, payroll, people, 0, 0
      from alike as person
      cross join offered
      where ${mayHave(sql`null::text`)}
      union all
      select
        offered.id,
        age,
        sex,
        service,
        department,
        location,
        payroll,
        ${mayHave(sql`choice.held`)}::integer - ${mayHave(sql`null::text`)}::integer,
        (choice.held = 'selected')::integer,
        (choice.held = 'opted-out')::integer
      from person
      cross join unnest(person.benefits, person.held) as choice (benefit_id, held)
      join offered on offered.id = choice.benefit_id
    ),
    banded as materialized (
      select
        benefit_id,
        case
          when grouping(everybody) = 0 then 'all'
          when grouping(age_band) = 0 then 'age'
          when grouping(sex) = 0 then 'sex'
          when grouping(service) = 0 then 'service'
          when benefit_id = ${clientId} then 'groups'
          else 'group'
        end as dimension,
        coalesce(
          everybody, age_band, sex, service, 'department:' || department, 'location:' || location, 'payroll:' || payroll
        ) as band,
        sum(eligible)::integer as eligible,
        sum(selected)::integer as selected,
        sum(opted_out)::integer as opted_out
      from (
        select
          *,
          case when sex is not null then 'all' end as everybody,
          case when sex is not null then ${bandOf(ageBands, sql`age`)} end as age_band
        from counted
      ) as with_bands
      group by grouping sets (
        (benefit_id, everybody), (benefit_id, age_band), (benefit_id, sex), (benefit_id, service),
        (benefit_id, department), (benefit_id, location), (benefit_id, payroll)
      )
      having coalesce(everybody, age_band, sex, service, department, location, payroll) is not null
      union all
      select ${clientId}::uuid, 'enrolment', step, count(*)::integer, 0, 0
      from person
      where step is not null
      group by step
      union all
      select ${clientId}::uuid, 'enrolment', 'before', people, chosen, 0
      from (${choicesInWindowBefore(clientId, today)}) as enrolment
      where chosen >= ${smallestGroup(clientId)}
    ),
    figure as (
      select *
      from banded
      -- Smaller groups cannot be chosen as a filter. A client may have thousands of them.
      where dimension <> 'group'
        or band in (
          select band
          from banded
          where dimension = 'groups' and eligible >= ${smallestGroup(clientId)}
        )
    )`
}

/** Skips counts up to a minute old, which may lack later writes, and those of the year before, counted once a day. */
export const takeUpCheck: DataCheck = {
  table: 'take_up_count',
  key: 'counted',
  stored: (clientId, { today }) => sql`
    select ${countedColumns}
    from take_up_count
    where client_id = ${clientId}
      and band <> 'year-before'
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
      where take_up.client_id = ${clientId}
        and (calculated_at at time zone 'Europe/London')::date = ${today}
        and ${isUpToDate(clientId)}`
}

/** Years below every band, and unknown years, belong to the last band. */
function bandOf(bands: readonly (readonly [number, string])[], years: RawBuilder<unknown>): RawBuilder<string> {
  const cases = bands.map(([from, band]) => sql`when ${years} >= ${sql.lit(from)} then ${sql.lit(band)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(bands.at(-1)?.[1] ?? '')} end`
}
