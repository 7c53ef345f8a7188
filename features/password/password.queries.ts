import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { registeredAddress } from '../../contract/redirects.ts'
import type { Tx } from '../../platform/handle.ts'
import { timeAgo, type ExpiredRows } from '../../platform/expired-rows.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { endChallenges } from '../session/login-challenge.queries.ts'
import { redirectOriginsOf } from '../../services/session/client.queries.ts'
import { passwordLimits, startOfMinute } from './limits.ts'
import type { LinkKind } from './password-links.queries.ts'
import { allPasswordRules } from '../../services/session/password.rules.ts'
import type { PersonalDetails } from './password-strength.rules.ts'

export type PasswordFacts = {
  rules: number
  details: PersonalDetails
  names: string[]
  currentHash: string | null
  previousHashes: string[]
}

export async function readPasswordFacts(tx: Tx, clientId: ClientId, personId: PersonId): Promise<PasswordFacts> {
  const row = await tx
    .selectFrom('account')
    .innerJoin('client', 'client.client_id', 'account.client_id')
    .leftJoin('person_details', (join) =>
      join
        .onRef('person_details.client_id', '=', 'account.client_id')
        .onRef('person_details.person_id', '=', 'account.person_id'),
    )
    .select([
      'account.email',
      'account.password_hash',
      'client.name',
      'client.theme',
      'client.switches',
      'person_details.first_name',
      'person_details.surname',
      'person_details.date_of_birth',
    ])
    .where('account.client_id', '=', clientId)
    .where('account.person_id', '=', personId)
    .executeTakeFirstOrThrow()
  const previous = await tx
    .selectFrom('password_history')
    .select('password_hash')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .orderBy('sequence', 'desc')
    .limit(passwordLimits.previousPasswords - 1)
    .execute()
  const { passwordRules } = row.switches
  return {
    rules: typeof passwordRules === 'number' ? passwordRules : allPasswordRules,
    details: {
      firstName: row.first_name ?? '',
      surname: row.surname ?? '',
      email: row.email,
      dateOfBirth: row.date_of_birth,
    },
    names: [row.name, ...(row.theme.brand === undefined ? [] : [row.theme.brand])],
    currentHash: row.password_hash,
    previousHashes: previous.map(({ password_hash }) => password_hash),
  }
}

/** Address after a reset. Null for the login page, or if the address is not registered (RESET-20). */
export async function readAfterReset(
  tx: Tx,
  clientId: ClientId,
  kind: LinkKind,
): Promise<{ redirectURL: string | null; redirectOrigins: string[] }> {
  const { switches } = await tx
    .selectFrom('client')
    .select('switches')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const { afterPasswordReset: address } = switches
  const redirectOrigins = redirectOriginsOf(switches)
  // An activation does not use the address: it logs the person in and leads to Home.
  const leadsOn = kind === 'reset' && typeof address === 'string'
  return { redirectURL: leadsOn ? registeredAddress(address, redirectOrigins) : null, redirectOrigins }
}

export async function replacePassword(
  tx: Tx,
  clientId: ClientId,
  { personId, formerHash, newHash, now }: { personId: PersonId; formerHash: string | null; newHash: string; now: Date },
): Promise<void> {
  await changeAccount(tx, clientId, personId, { passwordHash: newHash })
  await endChallenges(tx, clientId, [personId])
  if (formerHash === null) return
  await tx
    .insertInto('password_history')
    .values({ client_id: clientId, person_id: personId, password_hash: formerHash, replaced_at: now })
    .execute()
  await sql`
    delete from password_history
    where client_id = ${clientId}
      and person_id = ${personId}
      and id not in (
        select id
        from password_history
        where client_id = ${clientId}
          and person_id = ${personId}
        order by sequence desc
        limit ${passwordLimits.previousPasswords - 1}
      )
  `.execute(tx)
}

export async function countFormerPasswordsByPepper(
  tx: Tx,
  clientId: ClientId,
): Promise<{ key: string; count: number }[]> {
  const { rows } = await sql<{ key: string; count: number }>`
    select split_part(password_hash, ':', 1) as key, count(*)::int as count
    from password_history
    where client_id = ${clientId}
    group by 1
    order by 1
  `.execute(tx)
  return rows
}

/** Returns false above the limit per minute. A single statement, so that parallel checks wait for each other. */
export async function countCheck(
  tx: Tx,
  clientId: ClientId,
  { personId, now }: { personId: PersonId; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ checks: number }>`
    insert into password_check as counted (client_id, person_id, minute, checks)
    values (${clientId}, ${personId}, ${startOfMinute(now)}::timestamptz, 1)
    on conflict (client_id, person_id) do update
    set checks = case when counted.minute = excluded.minute then counted.checks + 1 else 1 end,
        minute = excluded.minute
    returning checks
  `.execute(tx)
  return (rows[0]?.checks ?? 0) <= passwordLimits.checksPerMinute
}

/** The longest limit looks back one hour. */
export const spentChecks: ExpiredRows = {
  deleteFrom: 'password_check',
  key: ['person_id'],
  when: sql`minute < ${timeAgo(3_600_000)}`,
}

/** Counts one comparison with the person's passwords. Above the limit, returns the seconds to wait. */
export async function countComparison(
  tx: Tx,
  clientId: ClientId,
  { personId, now }: { personId: PersonId; now: Date },
): Promise<number | null> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  // `countCheck` has inserted the row.
  const { rows } = await sql<{ comparisons: number; seconds_left: number }>`
    update password_check
    set comparisons = case when compared_since > ${hourAgo}::timestamptz then comparisons + 1 else 1 end,
        compared_since = case
          when compared_since > ${hourAgo}::timestamptz then compared_since
          else ${now}::timestamptz
        end
    where client_id = ${clientId}
      and person_id = ${personId}
    returning comparisons,
              ceil(extract(epoch from compared_since - ${hourAgo}::timestamptz))::integer as seconds_left
  `.execute(tx)
  const [counted] = rows
  if (!counted) throw new Error('compared with former passwords without a counted check')
  return counted.comparisons <= passwordLimits.comparisonsPerHour ? null : counted.seconds_left
}
