import { sql } from 'kysely'
import type { View } from '../../contract/caller.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { employmentOn } from '../../services/session/employment-status.queries.ts'

export type OpenGrant = {
  personId: PersonId
  view: View
  /** Session of the employer user who opened the view. Each request in the view also keeps this session alive. */
  actorSessionId: string | null
}

export async function findOpenGrant(
  tx: Tx,
  clientId: ClientId,
  { grantId, today }: { grantId: string; today: IsoDate },
): Promise<OpenGrant | undefined> {
  const { rows } = await sql<OpenGrant>`
    select
      masquerade_grant.person_id as "personId",
      ${viewOf()} as view,
      masquerade_grant.actor_session_id as "actorSessionId"
    from masquerade_grant
    where masquerade_grant.client_id = ${clientId}
      and masquerade_grant.id = ${grantId}
      and ${isGrantOpen(clientId, sql`${today}::date`)}
  `.execute(tx)
  return rows[0]
}

/** The query must join `masquerade_grant`. */
function viewOf() {
  return sql<View>`
    json_build_object(
      'grantId', masquerade_grant.id,
      'grantedBy', masquerade_grant.granted_by,
      'actor', masquerade_grant.actor,
      'schemeYearId', masquerade_grant.scheme_year_id,
      'schemeYear', masquerade_grant.scheme_year,
      'reason', masquerade_grant.reason
    )
  `
}

/** The view has not ended, the scheme year is current, and the employer still has the role and a session (S-41). */
function isGrantOpen(clientId: ClientId, day: ReturnType<typeof sql>) {
  return sql<boolean>`(
    masquerade_grant.ended_at is null
    and exists (
      select from scheme_year
      where scheme_year.client_id = ${clientId}
        and scheme_year.id = masquerade_grant.scheme_year_id
        and scheme_year.starts_on <= ${day}
        and not exists (
          select
          from scheme_year as later
          where later.client_id = ${clientId}
            and later.starts_on > scheme_year.starts_on
            and later.starts_on <= ${day}
        )
    )
    and (masquerade_grant.actor_person_id is null or exists (
      select
      from account as actor
      join session as own on own.client_id = ${clientId} and own.id = masquerade_grant.actor_session_id
      cross join lateral (
        ${employmentOn(day, { clientId, person: sql`actor.person_id` })}
      ) as employment
      where actor.client_id = ${clientId}
        and actor.person_id = masquerade_grant.actor_person_id
        and actor.state = 'active'
        and actor.user_type = 'employer'
        and employment.status = 'active'
        and own.ended_at is null
    ))
  )`
}

export function viewDetails({ grantId, grantedBy, schemeYear, reason }: View) {
  return { masquerade: grantId, grantedBy, schemeYear, reason }
}
