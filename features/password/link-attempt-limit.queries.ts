import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { recentTimes } from '../../platform/recent-times.ts'
import { timeAgo, type ExpiredRows } from '../../platform/expired-rows.ts'

/** Limits apply to links requested for an address or from a network, and to a person's wrong dates of birth. */
export type LimitedAction = { what: 'asked-for' | 'asked-from' | 'wrong-date'; counted: Buffer }
export type ActionLimit = { most: number; withinMs: number }

/** Returns false if the limit is reached. A single statement, so that parallel attempts wait for each other. */
export async function countLimitedAction(
  tx: Tx,
  clientId: ClientId,
  { what, counted, most, withinMs, now }: LimitedAction & ActionLimit & { now: Date },
): Promise<boolean> {
  const counting = recentTimes('kept.attempted_at', { withinMs, now })
  const { rows } = await sql`
    insert into password_link_attempt as kept (client_id, kind, key_hash, attempted_at, last_attempt_at)
    values (${clientId}, ${what}, ${counted}, array[${now}::timestamptz], ${now}::timestamptz)
    on conflict (client_id, kind, key_hash) do update
    set attempted_at = ${counting} || excluded.attempted_at,
        last_attempt_at = excluded.last_attempt_at
    where cardinality(${counting}) < ${most}
    returning kind
  `.execute(tx)
  return rows.length === 1
}

export async function subtractLimitedAction(
  tx: Tx,
  clientId: ClientId,
  { what, counted }: LimitedAction,
): Promise<void> {
  await sql`
    update password_link_attempt
    set attempted_at = trim_array(attempted_at, 1)
    where client_id = ${clientId}
      and kind = ${what}
      and key_hash = ${counted}
  `.execute(tx)
}

export function wrongBirthDates(personId: PersonId): LimitedAction {
  return { what: 'wrong-date', counted: Buffer.from(personId.replaceAll('-', ''), 'hex') }
}

/** The longest limit looks back one day. */
export const spentLinkCounts: ExpiredRows = {
  deleteFrom: 'password_link_attempt',
  key: ['kind', 'key_hash'],
  when: sql`last_attempt_at < ${timeAgo(2 * 24 * 3_600_000)}`,
}
