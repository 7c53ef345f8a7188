import { sql } from 'kysely'

/** Moments of an array that still count, for a sliding budget. */
export function stillCounted(moments: string, { withinMs, now }: { withinMs: number; now: Date }) {
  return sql`array(
    select moment
    from unnest(${sql.ref(moments)}) as moment
    where moment > ${new Date(now.getTime() - withinMs)}::timestamptz
    order by moment
  )`
}
