import { sql, type RawBuilder } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { settleAll } from '../../database/connections.ts'
import type { Database } from '../../database/tables.ts'
import type { Tx } from '../../platform/handle.ts'
import { sessionLimits, viewLimits } from './limits.ts'
import { providerColumns, type ProviderSession } from './provider-session.queries.ts'

export type SessionEndReason = NonNullable<Database['session']['end_reason']>

export type OwnSignInMethod = 'password' | 'single-sign-on'

export type NewSession = {
  personId: PersonId
  cameBy: OwnSignInMethod | 'masquerade'
  secondFactor: boolean
  grantId?: string
  provider?: ProviderSession | null
  userAgent: string | null
  deviceHash: Buffer | null
  now: Date
}

export async function insertSession(tx: Tx, clientId: ClientId, session: NewSession): Promise<string> {
  const { id } = await tx
    .insertInto('session')
    .values({
      client_id: clientId,
      person_id: session.personId,
      sign_in_method: session.cameBy,
      second_factor: session.secondFactor,
      masquerade_grant_id: session.grantId ?? null,
      ...providerColumns(session.provider ?? null),
      user_agent: session.userAgent,
      device_hash: session.deviceHash,
      started_at: session.now,
      last_used_at: session.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends expired sessions, then the oldest ones above the limit. Views of the person by others do not count. */
export async function endSurplusSessions(
  tx: Tx,
  clientId: ClientId,
  { personId, now }: { personId: PersonId; now: Date },
): Promise<void> {
  const ended = await sql<{ id: string }>`
    with open as (
      select id, ${isWithinLimits(now)} as alive, masquerade_grant_id is not null as is_view, started_at
      from session
      where client_id = ${clientId}
        and person_id = ${personId}
        and ended_at is null
    ),
    ranked as (
      select id, alive, is_view, row_number() over (partition by alive, is_view order by started_at desc, id) as place
      from open
    )
    update session
    set ended_at = ${now}::timestamptz,
        end_reason = case when ranked.alive then 'too-many' else 'expired' end
    from ranked
    where session.client_id = ${clientId}
      and session.id = ranked.id
      and (not ranked.alive or (ranked.place > ${sessionLimits.liveSessions} and not ranked.is_view))
    returning session.id
  `.execute(tx)
  await removeTokens(tx, clientId, { ended: ended.rows })
}

async function removeTokens(
  tx: Tx,
  clientId: ClientId,
  { ended }: { ended: readonly { id: string }[] },
): Promise<void> {
  if (ended.length === 0) return
  const ofSessions = sql`
    where client_id = ${clientId}
      and session_id = any(${ended.map(({ id }) => id)}::uuid[])
  `
  await settleAll([
    sql`delete from access_token ${ofSessions}`.execute(tx),
    sql`delete from refresh_token ${ofSessions}`.execute(tx),
  ])
}

export async function endSession(
  tx: Tx,
  clientId: ClientId,
  { sessionId, because, now }: { sessionId: string; because: SessionEndReason; now: Date },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: now, end_reason: because })
    .where('client_id', '=', clientId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
  await tx.deleteFrom('access_token').where('client_id', '=', clientId).where('session_id', '=', sessionId).execute()
  await tx.deleteFrom('refresh_token').where('client_id', '=', clientId).where('session_id', '=', sessionId).execute()
}

/** Ends other sessions. `atProvider` limits this to the given sessions at the provider, and to sessions without one. */
export async function endOtherSessions(
  tx: Tx,
  clientId: ClientId,
  {
    personId,
    except,
    cameBy = null,
    atProvider = [],
    because,
    now,
  }: {
    personId: PersonId
    except: string | null
    cameBy?: OwnSignInMethod | null
    atProvider?: readonly Buffer[]
    because: SessionEndReason
    now: Date
  },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update session
    set ended_at = ${now}::timestamptz, end_reason = ${because}
    where client_id = ${clientId}
      and person_id = ${personId}
      and (${except}::uuid is null or id <> ${except}::uuid)
      and (${cameBy}::text is null or sign_in_method = ${cameBy}::text)
      and ended_at is null
      ${atProvider.length === 0 ? sql`` : sql`and (provider_session_hash is null or provider_session_hash = any(${[...atProvider]}::bytea[]))`}
    returning id
  `.execute(tx)
  await removeTokens(tx, clientId, { ended: rows })
  return rows.length
}

export async function endSessionsOfPeople(
  tx: Tx,
  clientId: ClientId,
  { people, because, now }: { people: readonly PersonId[]; because: SessionEndReason; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update session
    set ended_at = ${now}::timestamptz, end_reason = ${because}
    where client_id = ${clientId}
      and person_id = any(${[...people]}::uuid[])
      and ended_at is null
    returning id
  `.execute(tx)
  await removeTokens(tx, clientId, { ended: rows })
}

export type OpenSession = {
  id: string
  cameBy: NewSession['cameBy']
  userAgent: string | null
  startedAt: string
  lastUsedAt: string
}

export function listOpenSessions(
  tx: Tx,
  clientId: ClientId,
  { personId, now }: { personId: PersonId; now: Date },
): Promise<OpenSession[]> {
  return tx
    .selectFrom('session')
    .select([
      'id',
      'sign_in_method as cameBy',
      'user_agent as userAgent',
      'started_at as startedAt',
      'last_used_at as lastUsedAt',
    ])
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where(isWithinLimits(now))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function isSessionOpen(
  tx: Tx,
  clientId: ClientId,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('session')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(isWithinLimits(now))
    .executeTakeFirst()
  return row !== undefined
}

export function findOpenSessions(
  tx: Tx,
  clientId: ClientId,
  { hashes, now }: { hashes: readonly Buffer[]; now: Date },
): Promise<{ sessionId: string; personId: PersonId }[]> {
  if (hashes.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('session')
    .select(['session.id as sessionId', 'session.person_id as personId'])
    .where('session.client_id', '=', clientId)
    .where('session.ended_at', 'is', null)
    .where(isWithinLimits(now))
    .where('session.id', 'in', (tokens) =>
      tokens
        .selectFrom('access_token')
        .select('access_token.session_id')
        .where('access_token.client_id', '=', clientId)
        .where('access_token.hash', 'in', hashes)
        .where(sql<boolean>`access_token.expires_at > ${now}`),
    )
    .orderBy('session.id')
    .execute()
}

export async function insertAccessToken(
  tx: Tx,
  clientId: ClientId,
  token: { hash: Buffer; sessionId: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('access_token')
    .values({ client_id: clientId, hash: token.hash, session_id: token.sessionId, expires_at: token.expiresAt })
    .execute()
}

export type NewRefreshToken = {
  cookieHash: Buffer
  responseHash: Buffer
  sessionId: string
  parentHash: Buffer | null
  now: Date
}

/** Stores a refresh token. A token has one successor only: if it already exists, nothing is stored. */
export async function insertRefreshToken(tx: Tx, clientId: ClientId, token: NewRefreshToken): Promise<void> {
  await tx
    .insertInto('refresh_token')
    .values({
      client_id: clientId,
      cookie_hash: token.cookieHash,
      response_hash: token.responseHash,
      session_id: token.sessionId,
      parent_hash: token.parentHash,
      created_at: token.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function retireRefreshToken(
  tx: Tx,
  clientId: ClientId,
  { cookieHash, now }: { cookieHash: Buffer; now: Date },
): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ retired_at: now })
    .where('client_id', '=', clientId)
    .where('cookie_hash', '=', cookieHash)
    .where('retired_at', 'is', null)
    .execute()
}

export async function findHolderOfRefreshToken(
  tx: Tx,
  clientId: ClientId,
  cookieHashes: readonly Buffer[],
): Promise<PersonId | undefined> {
  const row = await tx
    .selectFrom('refresh_token')
    .innerJoin('session', (join) =>
      join
        .onRef('session.client_id', '=', 'refresh_token.client_id')
        .onRef('session.id', '=', 'refresh_token.session_id'),
    )
    .select('session.person_id')
    .where('refresh_token.client_id', '=', clientId)
    .where('refresh_token.cookie_hash', 'in', cookieHashes)
    .executeTakeFirst()
  return row?.person_id
}

export type LockedSession = { sessionId: string; personId: PersonId; alive: boolean; endsBy: Date }

export async function lockSessionOfRefreshToken(
  tx: Tx,
  clientId: ClientId,
  { cookieHashes, now }: { cookieHashes: readonly Buffer[]; now: Date },
): Promise<LockedSession | undefined> {
  const { rows } = await sql<{ id: string; person_id: PersonId; alive: boolean; started_at: string }>`
    select id, person_id, ended_at is null and ${isWithinLimits(now)} as alive, started_at
    from session
    where client_id = ${clientId}
      and id = (
        select session_id
        from refresh_token
        where client_id = ${clientId}
          and cookie_hash in (${sql.join(cookieHashes)})
      )
    for no key update
  `.execute(tx)
  const [row] = rows
  return (
    row && {
      sessionId: row.id,
      personId: row.person_id,
      alive: row.alive,
      endsBy: new Date(Date.parse(row.started_at) + sessionLimits.absoluteMs),
    }
  )
}

export type LockedRefreshToken = {
  cookieHash: Buffer
  responseHash: Buffer
  parentHash: Buffer | null
  isRetired: boolean
}

/** Reads a refresh token. Call it after locking the session, to see the changes of a parallel renewal. */
export function readRefreshToken(
  tx: Tx,
  clientId: ClientId,
  cookieHashes: readonly Buffer[],
): Promise<LockedRefreshToken | undefined> {
  return tx
    .selectFrom('refresh_token')
    .select(({ eb }) => [
      'cookie_hash as cookieHash',
      'response_hash as responseHash',
      'parent_hash as parentHash',
      eb('retired_at', 'is not', null).$castTo<boolean>().as('isRetired'),
    ])
    .where('client_id', '=', clientId)
    .where('cookie_hash', 'in', cookieHashes)
    .executeTakeFirst()
}

/** SQL condition: neither idle for too long nor too old at `now`. Ignores whether the session was ended. */
export function isWithinLimits(now: Date | RawBuilder<unknown>) {
  const at = now instanceof Date ? sql`${now}::timestamptz` : now
  const { idleMs, absoluteMs } = sessionLimits
  const oldest = sql`case when session.masquerade_grant_id is null then ${sqlInterval(absoluteMs)} else ${sqlInterval(viewLimits.sessionMs)} end`
  return sql<boolean>`(session.last_used_at > ${at} - ${sqlInterval(idleMs)} and session.started_at > ${at} - ${oldest})`
}

export function sqlInterval(milliseconds: number) {
  return sql`make_interval(secs => ${sql.lit(milliseconds / 1000)})`
}
