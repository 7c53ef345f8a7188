import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { lastAgeWithRelief } from '../../domain/tax/relief-at-source.rules.ts'

export function offeredBenefits(
  clientId: ClientId,
  year = sql`(select scheme_year_id from take_up where client_id = ${clientId})`,
): RawBuilder<unknown> {
  return sql`
    select
      id,
      withdrawn,
      (definition -> 'ages' ->> 'from')::integer as age_from,
      least(
        (definition -> 'ages' ->> 'to')::integer,
        case when definition #>> '{pay,employee,taxMethod}' = 'relief-at-source' then ${lastAgeWithRelief}::integer end
      ) as age_to,
      coalesce((definition -> 'openInProbation')::boolean, false) as open_in_probation,
      coalesce(definition -> 'requires' ? 'existing-holding', false) as for_holders
    from benefit
    where client_id = ${clientId}
      and scheme_year_id = ${year}
  `
}

/** Selects each fact's value on the day and, if values take effect later, the last of them. */
export function factsOn(
  clientId: ClientId,
  { today, of = sql`true` }: { today: IsoDate | RawBuilder<IsoDate>; of?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select distinct on (person_id, fact, is_ahead)
      person_id,
      fact,
      value,
      effective_from > ${today} as is_ahead
    from employment_fact
    where client_id = ${clientId}
      and fact in ('status', 'start-date', 'end-date', 'probation-end', 'cost-centre', 'location', 'payroll')
      and ${of}
    order by person_id, fact, is_ahead, effective_from desc, recorded_at desc, sequence desc
  `
}

export const factColumns = sql`
  max(value) filter (where fact = 'status' and not is_ahead) as status,
  coalesce(
    max(value) filter (where fact = 'start-date' and not is_ahead),
    max(value) filter (where fact = 'start-date' and is_ahead)
  )::date as first_day,
  max(value) filter (where fact = 'end-date' and not is_ahead)::date as last_day,
  max(value) filter (where fact = 'probation-end' and not is_ahead)::date as probation_ends_on,
  coalesce(max(value) filter (where fact = 'cost-centre' and not is_ahead), '') as department,
  coalesce(max(value) filter (where fact = 'location' and not is_ahead), '') as location,
  coalesce(max(value) filter (where fact = 'payroll' and not is_ahead), '') as payroll`

export function isEmployed(today: IsoDate | RawBuilder<IsoDate>): RawBuilder<boolean> {
  return sql`(
    coalesce(status, 'active') not in ('left', 'inactive')
    and coalesce(last_day >= ${today}, true)
    and coalesce(first_day <= ${today}, true)
  )`
}

export function isPastProbation(today: IsoDate): RawBuilder<boolean> {
  return sql`(probation_ends_on is null or probation_ends_on < ${today})`
}

/** People born on 29 February turn a year older on 1 March, except in leap years. */
export function completedYears(since: 'date_of_birth' | 'first_day', today: IsoDate): RawBuilder<number> {
  return sql`(
    extract(year from ${today}::date) - extract(year from ${sql.ref(since)})
      - (to_char(${today}::date, 'MM-DD') < to_char(${sql.ref(since)}, 'MM-DD'))::integer
  )::integer`
}

export const membershipState = sql<string | null>`
  case when version_in_force is not null then 'selected' when state in ('opted-out', 'ended') then state end`

/** True if `person` has or may choose the benefit in `offered`. Same as `eligibility.queries.ts`, without windows. */
export function mayHave(held: RawBuilder<string | null>): RawBuilder<boolean> {
  return sql`(
    coalesce(${held} = 'selected', false)
    or not offered.withdrawn
      and (not offered.for_holders or ${held} is not null)
      and coalesce(person.age >= offered.age_from, true)
      and coalesce(person.age <= offered.age_to, true)
      and (offered.open_in_probation or person.past_probation)
  )`
}

/** Fewest people of a group that may be shown (S-53). */
export function smallestGroup(clientId: ClientId): RawBuilder<number> {
  return sql`(select coalesce((switches ->> 'smallestGroup')::integer, 5) from client where client_id = ${clientId})`
}
