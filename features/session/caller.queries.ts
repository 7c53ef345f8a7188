import { CompiledQuery, sql } from 'kysely'
import type { Caller } from '../../contract/caller.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { compileOnce } from '../../database/compile-once.ts'
import { transactionDay, transactionTime } from '../../database/transaction-time.ts'
import { requiresTwoFactor } from '../../services/session/client.queries.ts'
import { sessionLimits } from '../../services/session/limits.ts'
import { isWithinLimits, sqlInterval } from '../../services/session/session.queries.ts'
import { accountStatusOn } from '../../services/session/employment-status.queries.ts'

export type FoundSession = {
  sessionId: string
  personId: PersonId
  userType: Caller['userType']
  employmentStatus: Caller['employmentStatus']
  termsAccepted: boolean
  owesTwoFactor: boolean
  ended: boolean
  alive: boolean
  enabled: boolean
  useIsDue: boolean
  /** Set for a view as another person. `findOpenGrant` checks whether the view is still allowed. */
  grantId: string | null
  secondFactor: boolean
  access: 'nothing' | 'user' | 'employer'
  today: IsoDate
}

export const sessionOf = compileOnce(
  ({ clientId, hashes }: { clientId: ClientId; hashes: readonly Buffer[] }) => sql<FoundSession>`
    with
    -- Materialised, so that PostgreSQL always looks up the token first, whatever statistics it has about the tables.
    found as materialized (
      select
        session.id as session_id,
        session.person_id,
        session.second_factor,
        session.masquerade_grant_id,
        session.last_used_at,
        session.ended_at is not null as ended,
        ${isWithinLimits(transactionTime)} and access_token.expires_at > ${transactionTime} as alive
      from access_token
      join session on session.client_id = access_token.client_id and session.id = access_token.session_id
      where access_token.client_id = ${clientId}
        and access_token.hash = any(${hashes}::bytea[])
    ),
    caller as materialized (
      select
        found.session_id as "sessionId",
        found.person_id as "personId",
        found.ended,
        found.alive,
        found.alive and found.last_used_at <= ${transactionTime} - ${sqlInterval(sessionLimits.noteUseAfterMs)} as "useIsDue",
        account.user_type as "userType",
        account.state = 'active' and account_status.is_served as enabled,
        found.masquerade_grant_id as "grantId",
        found.second_factor as "secondFactor",
        ${transactionDay} as today,
        account_status.employment_status as "employmentStatus",
        exists (
          select 1
          from terms_acceptance
          where terms_acceptance.client_id = ${clientId}
            and terms_acceptance.person_id = found.person_id
            and terms_acceptance.revision >= client.terms_revision
        ) as "termsAccepted",
        -- A second factor checked by the employer's identity provider counts, if the client accepts it.
        found.masquerade_grant_id is null
          and not found.second_factor
          and account.two_factor_secret is null
          and (${requiresTwoFactor()}) as "owesTwoFactor"
      from found
      join account on account.client_id = ${clientId} and account.person_id = found.person_id
      join client on client.client_id = ${clientId}
      cross join lateral (${accountStatusOn(transactionDay, clientId)}) account_status
    )
    select
      "sessionId",
      "personId",
      ended,
      alive,
      "userType",
      enabled,
      "employmentStatus",
      "termsAccepted",
      "owesTwoFactor",
      "useIsDue",
      "grantId",
      "secondFactor",
      today,
      -- A view gets no access here, because checking its grant would slow every query down by a quarter.
      case
        when "grantId" is not null then 'nothing'
        when (alive and enabled and "termsAccepted" and not "owesTwoFactor" and not ended) is not true then 'nothing'
        when "userType" = 'employer' and "employmentStatus" = 'active' then 'employer'
        else 'user'
      end as access
    from caller
  `,
)

/** Of several parallel calls, one records the use and the others do not wait. */
export function recordUseStatement(
  clientId: ClientId,
  { sessionId, actorSessionId }: { sessionId: string; actorSessionId: string | null },
) {
  return sql`
    update session
    set last_used_at = ${transactionTime}
    where client_id = ${clientId}
      and id in (
        select id
        from session
        where client_id = ${clientId}
          and id in (${sessionId}, ${actorSessionId}::uuid)
          and ended_at is null
          and last_used_at <= ${transactionTime} - ${sqlInterval(sessionLimits.noteUseAfterMs)}
        for no key update skip locked
      )
  `
}

/** SQL for the caller's id, inside a query of `withSession`. */
export const callerOfSession = sql<PersonId>`(select "personId" from session_of_token)`

export type WithSession<Row> = { session: FoundSession; isRead: true | null } & Row

/** Runs the query only if the caller has this access. `isRead` is null if it returned no row. */
export function withSession<Row>(
  session: CompiledQuery<FoundSession>,
  question: CompiledQuery<Row>,
  access: 'user' | 'employer',
): CompiledQuery<WithSession<Row>> {
  const allowed = access === 'employer' ? `= 'employer'` : `in ('user', 'employer')`
  const before = question.parameters.length
  // The session's parameters follow the query's parameters, so their placeholders get new numbers.
  const sessionText = session.sql.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
  return CompiledQuery.raw(
    `with session_of_token as materialized (${sessionText})
    select to_json(session_of_token) as session, asked.*
    from session_of_token
    left join (
      select true as "isRead", question.*
      from (${question.sql}) as question
      where (select access from session_of_token) ${allowed}
      -- The offset makes PostgreSQL check the access before it runs the query.
      offset 0
    ) as asked on true`,
    [...question.parameters, ...session.parameters],
  )
}
