import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { mostActivities, recentActions, type RecentEvent } from './recent-activity.server.ts'

/** Reads at most twenty events of each action, from the index by action. */
export function recentEventsQuery(clientId: ClientId): RawBuilder<RecentEvent> {
  return sql<RecentEvent>`
    select
      sequence::integer as sequence,
      event,
      -- Subqueries, because a join would read all people.
      (
        select first_name || ' ' || surname
        from person_details
        where client_id = ${clientId}
          and person_id = case when event ->> 'actor' not like 'operator %' then event ->> 'actor' end::uuid
      ) as "actorName",
      (
        select file_name
        from upload
        where client_id = ${clientId}
          and id = (event #>> '{details,uploadId}')::uuid
      ) as "fileName",
      (
        select max(name)
        from payroll
        where client_id = ${clientId}
          and code = event #>> '{details,payroll}'
      ) as "payrollName",
      (
        select max(benefit.name)
        from selection
        join benefit on benefit.client_id = ${clientId} and benefit.id = selection.benefit_id
        where selection.client_id = ${clientId}
          and selection.id = case
            when jsonb_array_length(event #> '{details,selectionIds}') = 1 then event #>> '{details,selectionIds,0}'
          end::uuid
      ) as "benefitName"
    from (
      select sequence, entry::jsonb as event
      from (${newestEvents(clientId)}) as recent
    ) as newest
    order by newest.sequence desc
  `
}

function newestEvents(clientId: ClientId): RawBuilder<unknown> {
  return sql.join(
    recentActions.map(
      (action) => sql`(
        select sequence, entry
        from audit_event
        where client_id = ${clientId}
          and action = ${action}
        order by sequence desc
        limit ${sql.lit(mostActivities)}
      )`,
    ),
    sql` union all `,
  )
}
