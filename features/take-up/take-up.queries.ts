import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { CallerId } from '../../platform/handle.ts'
import { countsAsOf } from './calculate-take-up.queries.ts'
import { groupFilterOf, type GroupFilter } from './people-groups.rules.ts'
import type { TakeUpCounts } from './take-up-figures.rules.ts'

/** `group`: also counts this group of people, such as `department:OPS`. */
export type CountsRequest = { groups: boolean; group?: string | undefined }

export function takeUpCountsQuery(
  { groups, group = '' }: CountsRequest,
  { clientId, callerId }: { clientId: ClientId; callerId: CallerId },
): RawBuilder<TakeUpCounts> {
  const filter = groupFilterOf(group)
  const band = filter ? sql`${filter.by} || ':' || ${factValueOf(clientId, filter)}` : sql`null::text`
  return sql<TakeUpCounts>`
    select
      ${countsAsOf(clientId)} as "asOf",
      coalesce(
        (select insights_enabled from account where client_id = ${clientId} and person_id = ${callerId}), false
      ) as insights,
      coalesce((client.switches ->> 'smallestGroup')::integer, 5) as "smallestGroup",
      (
        select coalesce(json_agg(
          json_build_object('id', id, 'name', name, 'category', category, 'withdrawn', withdrawn) order by position, name
        ), '[]')
        from benefit
        where client_id = ${clientId}
          and scheme_year_id = take_up.scheme_year_id
      ) as benefits,
      counted.groups,
      counted."groupSizes",
      (
        select coalesce(json_agg(json_build_object('id', id, 'code', code, 'name', name)), '[]')
        from payroll
        where client_id = ${clientId}
      ) as payrolls
    from take_up
    join client on client.client_id = ${clientId}
    cross join lateral (
      select
        coalesce(json_agg(json_build_object(
          'benefitId', nullif(benefit_id, ${clientId}),
          'dimension', dimension,
          'band', band,
          'eligible', eligible,
          'selected', selected,
          'optedOut', opted_out
        )) filter (where dimension <> 'groups' or band = ${band}), '[]') as groups,
        coalesce(
          json_agg(json_build_object('band', band, 'people', eligible) order by band) filter (where dimension = 'groups'),
          '[]'
        ) as "groupSizes"
      from (
        select *
        from take_up_count
        where client_id = ${clientId}
          and dimension in (${groups ? sql`'all', 'age', 'sex', 'service', 'groups'` : sql`'all', 'groups'`})
        ${filter ? sql`union all select * from take_up_count where client_id = ${clientId} and dimension = 'group' and band = ${band}` : sql``}
      ) as known
    ) as counted
    where take_up.client_id = ${clientId}
  `
}

/** Returns the fact's value to filter by: the code of a payroll, otherwise the value itself. */
export function factValueOf(clientId: ClientId, { by, value }: GroupFilter): RawBuilder<string> {
  if (by !== 'payroll') return sql`${value}::text`
  return sql`(select code from payroll where client_id = ${clientId} and id::text = ${value})`
}
