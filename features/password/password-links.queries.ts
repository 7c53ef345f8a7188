import { storedEmail } from '../../contract/email.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { timeAgo, type ExpiredRows } from '../../platform/expired-rows.ts'
import type { StoredToken } from '../../services/session/tokens.server.ts'
import { linkLimits, startOfMinute } from './limits.ts'

export type LinkKind = 'reset' | 'activation'

export type NewLink = { personId: PersonId; kind: LinkKind; token: StoredToken; now: Date }

/** A person may have several links. After one is used, the others no longer work. */
export async function insertLink(tx: Tx, clientId: ClientId, { personId, kind, token, now }: NewLink): Promise<string> {
  const { id } = await tx
    .insertInto('password_link')
    .values({
      client_id: clientId,
      person_id: personId,
      kind,
      token_hash: token.hash,
      key_id: token.keyId,
      created_at: now,
      expires_at: expiryOf(kind, now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Used for example clients, whose tokens are published. Returns false if the person cannot activate an account. */
export async function storeActivationLink(
  tx: Tx,
  clientId: ClientId,
  { personId, token, now }: Omit<NewLink, 'kind'>,
): Promise<boolean> {
  const invited = await tx
    .selectFrom('account')
    .select('person_id')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('state', '=', 'invited')
    .executeTakeFirst()
  if (!invited) return false
  const expiresAt = expiryOf('activation', now)
  const aDayEarlier = new Date(expiresAt.getTime() - 86_400_000)
  await sql`
    insert into password_link as known (client_id, id, person_id, kind, token_hash, key_id, created_at, expires_at)
    values (
      ${clientId}, ${randomUUID()}, ${personId}, 'activation', ${token.hash}, ${token.keyId}, ${now}::timestamptz,
      ${expiresAt}::timestamptz
    )
    on conflict (client_id, token_hash) do update
    set expires_at = excluded.expires_at
    -- Renews an existing link at most once a day, so that applying the same folder again changes nothing.
    where known.expires_at < ${aDayEarlier}::timestamptz
      and known.ended_at is null
      and known.wrong_birth_dates < ${linkLimits.wrongDatesPerLink}
  `.execute(tx)
  return true
}

function expiryOf(kind: LinkKind, now: Date): Date {
  return new Date(now.getTime() + linkLimits.livesMs[kind])
}

export type LiveLink = {
  id: string
  personId: PersonId
  kind: LinkKind
  email: string
  firstName: string
  surname: string
  dateOfBirth: IsoDate | null
  wrongDates: number
  verifiedAt: string | null
  browserHash: Buffer | null
}

/** No link is usable for disabled accounts, after an activation, or with single sign-on only (S-05, S-07). */
export async function findLiveLink(
  tx: Tx,
  clientId: ClientId,
  { hashes, now, hold = false }: { hashes: readonly Buffer[]; now: Date; hold?: boolean },
): Promise<LiveLink | undefined> {
  const { rows } = await sql<LiveLink>`
    select
      password_link.id,
      password_link.person_id as "personId",
      password_link.kind,
      password_link.wrong_birth_dates as "wrongDates",
      password_link.verified_at as "verifiedAt",
      password_link.browser_hash as "browserHash",
      account.email,
      coalesce(person_details.first_name, '') as "firstName",
      coalesce(person_details.surname, '') as surname,
      person_details.date_of_birth as "dateOfBirth"
    from password_link
    join client on client.client_id = password_link.client_id
    join account on account.client_id = password_link.client_id and account.person_id = password_link.person_id
    left join person_details
      on person_details.client_id = password_link.client_id
      and person_details.person_id = password_link.person_id
    where password_link.client_id = ${clientId}
      and password_link.token_hash in (${sql.join(hashes)})
      and password_link.ended_at is null
      and password_link.expires_at > ${now}::timestamptz
      and account.state = case password_link.kind when 'activation' then 'invited' else 'active' end
      and client.switches -> 'ssoAccessOnly' is distinct from 'true'::jsonb
    ${hold ? sql`for no key update of password_link` : sql``}
  `.execute(tx)
  return rows[0]
}

/** True after too many wrong dates of birth. The person needs a new link (S-11). */
export function isLinkDisabled({ wrongDates }: Pick<LiveLink, 'wrongDates'>): boolean {
  return wrongDates >= linkLimits.wrongDatesPerLink
}

/** The caller must hold the link's lock. */
export async function countWrongDate(tx: Tx, clientId: ClientId, linkId: string): Promise<void> {
  await tx
    .updateTable('password_link')
    .set((eb) => ({ wrong_birth_dates: eb('wrong_birth_dates', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', linkId)
    .execute()
}

export async function recordVerifiedBrowser(
  tx: Tx,
  clientId: ClientId,
  { linkId, browserHash, now }: { linkId: string; browserHash: Buffer; now: Date },
): Promise<void> {
  await tx
    .updateTable('password_link')
    .set({ verified_at: now, browser_hash: browserHash })
    .where('client_id', '=', clientId)
    .where('id', '=', linkId)
    .execute()
}

/** Returns false above the limit per minute. A single statement, so that parallel checks wait for each other. */
export async function countLinkCheck(
  tx: Tx,
  clientId: ClientId,
  { linkId, now }: { linkId: string; now: Date },
): Promise<boolean> {
  const minute = startOfMinute(now)
  const { rows } = await sql<{ checks: number }>`
    update password_link
    set checks = case when checks_minute = ${minute}::timestamptz then checks + 1 else 1 end,
        checks_minute = ${minute}::timestamptz
    where client_id = ${clientId}
      and id = ${linkId}
    returning checks
  `.execute(tx)
  return (rows[0]?.checks ?? 0) <= linkLimits.checksPerMinute
}

export async function redeemLink(
  tx: Tx,
  clientId: ClientId,
  { linkId, now }: { linkId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('password_link')
    .set({ ended_at: now, end_reason: 'used' })
    .where('client_id', '=', clientId)
    .where('id', '=', linkId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function endLinksOfPerson(
  tx: Tx,
  clientId: ClientId,
  { personId, now }: { personId: PersonId; now: Date },
): Promise<void> {
  await tx
    .updateTable('password_link')
    .set({ ended_at: now, end_reason: 'password-set' })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Disables the links of people whose address has changed, because the old mailbox may belong to someone else. */
export async function endLinksOfPeople(
  tx: Tx,
  clientId: ClientId,
  { people, now }: { people: readonly PersonId[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('password_link')
    .set({ ended_at: now, end_reason: 'address-changed' })
    .where('client_id', '=', clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .where('ended_at', 'is', null)
    .execute()
}

/** Counts usable links by the id of the key that protects their token; '' without an id. */
export async function countLinksByKey(
  tx: Tx,
  clientId: ClientId,
  { now }: { now: Date },
): Promise<{ key: string; count: number }[]> {
  const { rows } = await sql<{ key: string; count: number }>`
    select coalesce(key_id, '') as key, count(*)::int as count
    from password_link
    where client_id = ${clientId}
      and ended_at is null
      and expires_at > ${now}::timestamptz
    group by 1
    order by 1
  `.execute(tx)
  return rows
}

export const spentLinks: ExpiredRows = {
  deleteFrom: 'password_link',
  key: ['id'],
  when: sql`expires_at < ${timeAgo(linkLimits.keepMs)}`,
}

export type LinkRequester = {
  personId: PersonId
  isKnown: boolean
  state: 'invited' | 'active' | 'disabled'
}

/** For an unknown address, returns some other person of the client, so that the same work is done. */
export async function findLinkRequester(tx: Tx, clientId: ClientId, email: string): Promise<LinkRequester | undefined> {
  const { rows } = await sql<LinkRequester>`
    (
      select person_id as "personId", true as "isKnown", state
      from account
      where client_id = ${clientId}
        and email = ${storedEmail(email)}
    )
    union all
    (
      select person_id as "personId", false as "isKnown", state
      from account
      where client_id = ${clientId}
      order by person_id
      limit 1
    )
    order by "isKnown" desc
    limit 1
  `.execute(tx)
  return rows[0]
}
