import { sql, type RawBuilder } from 'kysely'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { endingActions, startingActions, statesInForce } from '../../domain/selections/cover-periods.rules.ts'
import {
  completedYears,
  factColumns,
  factsOn,
  isEmployed,
  isPastProbation,
  mayHave,
  offeredBenefits,
} from './person-conditions.queries.ts'

export type CountedFigure = {
  benefit_id: string
  dimension: string
  band: string
  eligible: number
  selected: number
  opted_out: number
}

/**
 * Counts the benefits on the last day of the scheme year before. It reads the facts and versions of all people, so it counts only
 * once a day: later calculations (`isKept`) use the stored counts.
 */
export async function takeUpOfYearBefore(
  tx: Tx,
  clientId: ClientId,
  { isKept }: { isKept: boolean },
): Promise<CountedFigure[]> {
  const { rows: known } = await sql<CountedFigure>`
    select benefit_id, dimension, band, eligible, selected, opted_out
    from take_up_count
    where client_id = ${clientId}
      and dimension = 'all'
      and band = 'year-before'
  `.execute(tx)
  if (isKept && known.length > 0) return known
  const { rows: years } = await sql<{ id: string; nextStartsOn: IsoDate }>`
    select before.id, current.starts_on as "nextStartsOn"
    from take_up
    join scheme_year as current on current.client_id = ${clientId} and current.id = take_up.scheme_year_id
    join scheme_year as before on before.client_id = ${clientId} and before.starts_on < current.starts_on
    where take_up.client_id = ${clientId}
    order by before.starts_on desc
    limit 1
  `.execute(tx)
  const [year] = years
  if (!year) return []
  const day = addDays(year.nextStartsOn, -1)
  const { rows } = await sql<CountedFigure>`
    with offered as materialized (${offeredBenefits(clientId, sql`${year.id}::uuid`)}),
    person as materialized (
      select
        ${completedYears('date_of_birth', day)} as age,
        ${isPastProbation(day)} as past_probation,
        benefits,
        held
      from (
        select
          max(date_of_birth) as date_of_birth,
          max(status) as status,
          max(first_day) as first_day,
          max(last_day) as last_day,
          max(probation_ends_on) as probation_ends_on,
          array_agg(benefit_id) filter (where held is not null) as benefits,
          array_agg(held) filter (where held is not null) as held
        from (${gathered(clientId, day)}) as gathered
        group by person_id
        having bool_or(is_listed)
      ) as known
      where ${isEmployed(day)}
    ),
    choice as (
      select offered.id, person.held[array_position(person.benefits, offered.id)] as held, person.age, person.past_probation
      from person
      cross join offered
    )
    select
      offered.id as benefit_id,
      'all' as dimension,
      'year-before' as band,
      (count(*) filter (where ${mayHave(sql`person.held`)}))::integer as eligible,
      (count(*) filter (where person.held = 'selected'))::integer as selected,
      0 as opted_out
    from choice as person
    join offered on offered.id = person.id
    group by offered.id
  `.execute(tx)
  return rows
}

function gathered(clientId: ClientId, day: IsoDate): RawBuilder<unknown> {
  return sql`
    select
      person_id,
      true as is_listed,
      null::date as date_of_birth,
      null as status,
      null::date as first_day,
      null::date as last_day,
      null::date as probation_ends_on,
      null::uuid as benefit_id,
      null as held
    from employee
    where client_id = ${clientId}
    union all
    select person_id, false, date_of_birth, null, null, null, null, null, null
    from person_details
    where client_id = ${clientId}
    union all
    select person_id, false, null, status, first_day, last_day, probation_ends_on, null, null
    from (
      select person_id, ${factColumns}
      from (${factsOn(clientId, { today: day })}) as said
      group by person_id
    ) as fact
    union all
    select selection.person_id, false, null, null, null, null, null, selection.benefit_id, newest.held
    from (
      -- The newest version that starts or ends cover decides, see coverPeriodsOf.
      select distinct on (selection_id)
        selection_id,
        case when action = any(${startingActions}::text[]) then 'selected' else 'ended' end as held
      from selection_version
      where client_id = ${clientId}
        and effective_from <= ${day}
        and (
          action = any(${startingActions}::text[]) and state = any(${statesInForce}::text[])
          or action = any(${endingActions}::text[])
        )
      order by selection_id, version desc
    ) as newest
    join selection on selection.client_id = ${clientId} and selection.id = newest.selection_id`
}
