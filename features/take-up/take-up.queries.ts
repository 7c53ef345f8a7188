import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { questions } from '../../database/question.ts'
import { callerId } from '../session/caller.queries.ts'
import { lastAgeWithRelief } from '../take-home/relief-at-source.rules.ts'
import type { Counted } from './figures.rules.ts'
import { figuresOf, profileColumns, profilesNow } from './profiles.queries.ts'

/** Which of the counts are wanted: of whole benefits, or of the groups as well. */
export type Wanted = { groups: boolean }

/**
 * The counts as of now: those that are kept, and the difference that whoever has changed since makes to them. One row from
 * one statement, which sees each change together with its mark.
 */
export function countedQuery({ groups }: Wanted, { clientId }: { clientId: ClientId }): RawBuilder<Counted> {
  return sql<Counted>`
    with ${counts(clientId)},
    found as (
      select benefit_id, dimension, band, eligible, selected, opted_out
      from take_up_count
      where client_id = ${clientId}
        and (select is_current from state)
        ${groups ? sql`` : sql`and dimension = 'all'`}
      union all
      select *
      from changed
      ${groups ? sql`` : sql`where dimension = 'all'`}
    ),
    summed as (
      select
        nullif(benefit_id, ${clientId}) as benefit_id,
        dimension,
        band,
        sum(eligible) as eligible,
        sum(selected) as selected,
        sum(opted_out) as opted_out
      from found
      group by benefit_id, dimension, band
    )
    select
      state.today,
      coalesce(
        (select insights_enabled from account where client_id = ${clientId} and person_id = ${callerId}), false
      ) as insights,
      state.smallest_group as "smallestGroup",
      (
        select coalesce(json_agg(
          json_build_object('id', id, 'name', name, 'category', category, 'withdrawn', withdrawn) order by position, name
        ), '[]')
        from offered
      ) as benefits,
      (
        select coalesce(json_agg(json_build_object(
          'benefitId', benefit_id,
          'dimension', dimension,
          'band', band,
          'eligible', eligible,
          'selected', selected,
          'optedOut', opted_out
        )), '[]')
        from summed
      ) as groups
    from state
  `
}

export const countedQuestion = questions(countedQuery)

/**
 * `state`, `offered`, `moved` and `changed`: under which scheme the counts stand, whom its benefits are for, who is to be
 * worked out anew, and the difference it makes. Where the scheme is another one than that of the counts, the difference is
 * everybody's, and the counts are left aside.
 */
export function counts(clientId: ClientId): RawBuilder<unknown> {
  return sql`day as materialized (select today from app.present()),
    state as materialized (
      select
        day.today,
        year.id as year_id,
        coalesce((client.switches ->> 'smallestGroup')::integer, 5) as smallest_group,
        coalesce(
          head.scheme_revision = client.scheme_revision and head.scheme_year_id is not distinct from year.id, false
        ) as is_current
      from day
      join client on client.client_id = ${clientId}
      left join take_up_head as head on head.client_id = ${clientId}
      left join lateral (
        select id
        from scheme_year
        where client_id = ${clientId}
          and starts_on <= day.today
        order by starts_on desc
        limit 1
      ) as year on true
    ),
    offered as materialized (
      select benefit_id as id, position, name, category, withdrawn, age_from, age_to, open_in_probation, for_holders
      from take_up_benefit
      where client_id = ${clientId}
        and (select is_current from state)
      union all
      select ${offeredColumns}
      from benefit
      where client_id = ${clientId}
        and scheme_year_id = (select year_id from state)
        and not (select is_current from state)
    ),
    moved as materialized (
      select person_id from take_up_mark where client_id = ${clientId}
      union
      select person_id
      from take_up_person
      where client_id = ${clientId}
        and changes_on <= (select today from day)
    ),
    profile as materialized (${profilesNow(clientId)}),
    counted as materialized (
      select 1 as sign, ${profileColumns}
      from profile
      union all
      select -1, ${profileColumns}
      from moved
      cross join lateral (
        select *
        from take_up_person
        where client_id = ${clientId}
          and take_up_person.person_id = moved.person_id
        limit 1
      ) as was (of_client, was_person_id, ${wasColumns})
      union all
      select 1, ${profileColumns}
      from take_up_person
      where client_id = ${clientId}
        and not (select is_current from state)
    ),
    changed as (${figuresOf(clientId)})`
}

const wasColumns = sql`
  employed, age, sex, service_years, past_probation, selected, opted_out, ended, changes_on`

/** A benefit as `offered` has it. */
export const offeredColumns = sql`
  id,
  position,
  name,
  category,
  withdrawn,
  (definition -> 'ages' ->> 'from')::integer as age_from,
  least(
    (definition -> 'ages' ->> 'to')::integer,
    case when definition #>> '{pay,employee,taxMethod}' = 'relief-at-source' then ${lastAgeWithRelief}::integer end
  ) as age_to,
  coalesce((definition -> 'openInProbation')::boolean, false) as open_in_probation,
  coalesce(definition -> 'requires' ? 'existing-holding', false) as for_holders`
