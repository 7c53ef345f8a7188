import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'

/** No row if no annual window is open. */
export function openEnrolment(clientId: ClientId, today: IsoDate | RawBuilder<IsoDate>): RawBuilder<unknown> {
  return sql`
    select opens_on, closes_on
    from enrolment_window
    where client_id = ${clientId}
      and person_id is null
      and cause = 'annual'
      and ${today}::date between opens_on and closes_on
    order by closes_on desc, opens_on
    limit 1`
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
        and version.recorded_at >= enrolment.opens_on::timestamp at time zone 'Europe/London'
        and version.actor_id = selection.person_id
        and version.action not in ('save-draft', 'reset')
        and ${isChosenInAnnualWindow(clientId)}
      union all
      select selection.person_id, 'started'
      from selection
      where selection.client_id = ${clientId}
        and selection.state = 'draft'
        and ${isChosenInAnnualWindow(clientId)}
    ) as choice`
}

function isChosenInAnnualWindow(clientId: ClientId): RawBuilder<boolean> {
  return sql`selection.benefit_id = any(array(
    select id
    from benefit
    where client_id = ${clientId}
      and definition -> 'changeIn' ? 'annual'
  ))`
}
