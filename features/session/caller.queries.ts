import { sql } from 'kysely'
import type { Caller } from '../../contract/caller.ts'
import { londonDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { sessionLimits } from './limits.ts'
import { isAlive } from './session.queries.ts'
import { standingOn } from './standing.queries.ts'

/** The session of an access token and its person, as of this moment. */
export type FoundSession = {
  sessionId: string
  personId: PersonId
  userType: Caller['userType']
  /** The status that counts today. */
  employmentStatus: Caller['employmentStatus']
  termsAccepted: boolean
  /** Ended on purpose: by logout, or because something was wrong. */
  ended: boolean
  /** Neither token nor session has run out. */
  alive: boolean
  /** The account may be used. */
  enabled: boolean
}

/** Finds the session of an access token and, while it is alive, notes its use: one round trip for every call. */
export async function useSession(
  tx: Tx,
  clientId: ClientId,
  { hashes, now }: { hashes: readonly Buffer[]; now: Date },
): Promise<FoundSession | undefined> {
  const noteBefore = new Date(now.getTime() - sessionLimits.noteUseAfterMs)
  const today = londonDate(now)
  const { rows } = await sql<FoundSession>`
    with found as (
      select
        session.id as session_id,
        session.person_id,
        session.last_used_at,
        session.ended_at is not null as ended,
        ${isAlive(now)} and access_token.expires_at > ${now}::timestamptz as alive
      from access_token
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
        and found.last_used_at <= ${noteBefore}::timestamptz
      for no key update of session skip locked
    ),
    noted as (
      update session
      set last_used_at = ${now}::timestamptz
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
      ) as "termsAccepted"
    from found
    join account on account.client_id = ${clientId} and account.person_id = found.person_id
    join client on client.client_id = ${clientId}
    cross join lateral (${standingOn(today, clientId)}) standing
  `.execute(tx)
  return rows[0]
}
