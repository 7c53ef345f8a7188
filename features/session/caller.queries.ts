import { sql } from 'kysely'
import type { Caller } from '../../contract/caller.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { sessionLimits } from './limits.ts'
import { twoFactorRequired } from './client.queries.ts'
import { standingOn } from './standing.queries.ts'

/** The session of an access token and its person, as of this moment. */
export type FoundSession = {
  sessionId: string
  personId: PersonId
  userType: Caller['userType']
  /** The status that counts today. */
  employmentStatus: Caller['employmentStatus']
  termsAccepted: boolean
  /** The client requires a second factor, and they have none yet. */
  owesTwoFactor: boolean
  /** Ended on purpose: by logout, or because something was wrong. */
  ended: boolean
  /** Neither token nor session has run out. */
  alive: boolean
  /** The account may be used. */
  enabled: boolean
}

/**
 * Finds the session of an access token and, while it is alive, notes its use. By the database's own clock, so that the
 * question need not wait for the answer to what time it is.
 */
export function sessionOf(clientId: ClientId, { hashes }: { hashes: readonly Buffer[] }) {
  return sql<FoundSession>`
    with clock as materialized (select app.now() as now, app.today() as today),
    found as (
      select
        session.id as session_id,
        session.person_id,
        session.came_by,
        session.last_used_at,
        session.ended_at is not null as ended,
        session.last_used_at > clock.now - ${ago(sessionLimits.idleMs)}
          and session.started_at > clock.now - ${ago(sessionLimits.absoluteMs)}
          and access_token.expires_at > clock.now as alive
      from clock
      cross join access_token
      join session on session.client_id = access_token.client_id and session.id = access_token.session_id
      where access_token.client_id = ${clientId}
        and access_token.hash in (${sql.join(hashes)})
    ),
    -- Calls at the same moment do not wait for each other: one of them notes the use for all.
    noting as (
      select session.id
      from session
      join found on found.session_id = session.id
      where session.client_id = ${clientId}
        and found.alive
        and not found.ended
        and found.last_used_at <= (select now from clock) - ${ago(sessionLimits.noteUseAfterMs)}
      for no key update of session skip locked
    ),
    noted as (
      update session
      set last_used_at = (select now from clock)
      from noting
      where session.client_id = ${clientId}
        and session.id = noting.id
    )
    select
      found.session_id as "sessionId",
      found.person_id as "personId",
      found.ended,
      found.alive,
      account.user_type as "userType",
      account.state = 'active' and standing.is_served as enabled,
      standing.employment_status as "employmentStatus",
      exists (
        select 1
        from terms_acceptance
        where terms_acceptance.client_id = ${clientId}
          and terms_acceptance.person_id = found.person_id
          and terms_acceptance.revision >= client.terms_revision
      ) as "termsAccepted",
      -- Whoever comes through single sign-on has proved as much to their employer as that one wants.
      found.came_by = 'password'
        and account.two_factor_secret is null
        and (${twoFactorRequired()}) as "owesTwoFactor"
    from clock
    cross join found
    join account on account.client_id = ${clientId} and account.person_id = found.person_id
    join client on client.client_id = ${clientId}
    cross join lateral (${standingOn(sql`clock.today`, clientId)}) standing
  `
}

function ago(milliseconds: number) {
  return sql`make_interval(secs => ${sql.lit(milliseconds / 1000)})`
}
