import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { CallerId } from '../../platform/handle.ts'
import { countsAsOf } from './calculate-take-up.queries.ts'
import type { TakeUpCounts } from './take-up-figures.rules.ts'

export type CountsRequest = { groups: boolean }

export function takeUpCountsQuery(
  { groups }: CountsRequest,
  { clientId, callerId }: { clientId: ClientId; callerId: CallerId },
): RawBuilder<TakeUpCounts> {
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
      (
        select coalesce(json_agg(json_build_object(
          'benefitId', nullif(benefit_id, ${clientId}),
          'dimension', dimension,
          'band', band,
          'eligible', eligible,
          'selected', selected,
          'optedOut', opted_out
        )), '[]')
        from take_up_count
        where client_id = ${clientId}
          ${groups ? sql`and dimension <> 'enrolment'` : sql`and dimension = 'all'`}
      ) as groups
    from take_up
    join client on client.client_id = ${clientId}
    where take_up.client_id = ${clientId}
  `
}
