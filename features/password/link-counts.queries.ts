import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { stillCounted } from '../../platform/sliding-budget.ts'
import { ago, type SpentRows } from '../../platform/spent-rows.ts'

/** Of what only so much may be done within a time: links asked for an address, asked from a place, wrong dates of a person. */
export type Counted = { what: 'asked-for' | 'asked-from' | 'wrong-date'; counted: Buffer }
export type Budget = { most: number; withinMs: number }

/**
 * Takes one place of a budget; false when there is none left. One statement, so that whoever asks at once queues up on
 * the row.
 */
export async function takeFromBudget(
  tx: Tx,
  clientId: ClientId,
  { what, counted, most, withinMs, now }: Counted & Budget & { now: Date },
): Promise<boolean> {
  const counting = stillCounted('kept.moments', { withinMs, now })
  const { rows } = await sql`
    insert into link_count as kept (client_id, what, counted, moments, latest)
    values (${clientId}, ${what}, ${counted}, array[${now}::timestamptz], ${now}::timestamptz)
    on conflict (client_id, what, counted) do update
    set moments = ${counting} || excluded.moments,
        latest = excluded.latest
    where cardinality(${counting}) < ${most}
    returning what
  `.execute(tx)
  return rows.length === 1
}

/** Gives back the place that this very transaction has taken. */
export async function returnToBudget(tx: Tx, clientId: ClientId, { what, counted }: Counted): Promise<void> {
  await sql`
    update link_count
    set moments = moments[:cardinality(moments) - 1]
    where client_id = ${clientId}
      and what = ${what}
      and counted = ${counted}
  `.execute(tx)
}

/** A person's wrong dates count over all their links, of both kinds. */
export function wrongDatesOf(personId: PersonId): Counted {
  return { what: 'wrong-date', counted: Buffer.from(personId.replaceAll('-', ''), 'hex') }
}

/** No count looks back further than a day. */
export const spentLinkCounts: SpentRows = {
  deleteFrom: 'link_count',
  key: ['what', 'counted'],
  when: sql`latest < ${ago(2 * 24 * 3_600_000)}`,
}
